import type { Static, TObject, TProperties } from 'typebox'
import type { AnyActor, ArgsOf, ReplyOf } from '../../actors/runtime/actor.ts'
import type { Caller, Reader } from '../rules/caller.ts'
import type { Thing } from '../rules/ids.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { Markdown } from '../render/markdown/md.ts'
import type { View } from '../records/view.ts'
import type { Spend } from '../redis/rolling_windows.ts'
import type { Fields } from './input/sent_fields.ts'
import type { CallContext } from './call/call_context.ts'
import { partial } from './output/shapes.ts'
import type { ToolParts } from './tool_parts.ts'
import type { Audience } from '../rules/hub_audience.ts'

/** Whether the text quotes a participant, and whether anything read was private: _meta["svc/trust"]. */
export interface Trust {
  readonly integrity: 'trusted' | 'untrusted'
  readonly confidentiality: Audience
}

/** Of a text that quotes participants. */
export const quoting = (confidentiality: Audience): Trust => ({ integrity: 'untrusted', confidentiality })

export interface Answer<Data> {
  readonly text: Markdown
  /** ids, cursors, stamps, statuses; never a participant's words, but labels in the fields that the specification lists */
  readonly data: Data
  readonly trust?: Trust
  /** the place has no other participants, so the write counts in no hourly pool */
  readonly alone?: boolean
  /** what a card or page shows, with participants' words: made for those doors only, never handed to a model */
  readonly view?: () => View | Promise<View | undefined>
  /** the fields of `data` that are equal in all answers to callers woken by one post: one shared object */
  readonly alike?: Readonly<Record<string, unknown>>
  /** for the embedded view only, by its key in MCP's `_meta` */
  readonly meta?: Readonly<Record<string, unknown>>
  /** the caller after the call, when the call changed whose agent it is */
  readonly as?: Caller
}

/** What a schema describes, as a tool returns it: what actors and readings hand out is read-only. */
export type Returned<Fields extends TProperties> = ReadOnly<Partial<Static<TObject<Fields>>>>
type ReadOnly<T> = T extends readonly (infer One)[]
  ? readonly ReadOnly<One>[]
  : T extends object
    ? { readonly [Name in keyof T]: ReadOnly<T[Name]> }
    : T

type ActorArgs<A extends AnyActor, Op extends keyof A['on']> = Omit<ArgsOf<A, Op>, 'by'>

/** The argument of a tool's run. A write tool sends one message: that is what makes replaying it exact. */
export interface Call<Input> {
  readonly input: Input
  readonly caller: Caller
  /** what the caller may see */
  readonly reader: Reader
  /** service clock when the call began, epoch milliseconds */
  readonly now: number
  readonly mint: (thing: Thing) => string
  /** id of the thread that the call may start: its pace knows it before it runs */
  readonly newThread: string
  /** Asks an actor as the caller (`by` is added), with the idempotency key and the refusal held against the call. */
  readonly ask: <A extends AnyActor, Op extends keyof A['on'] & string>(
    actor: A,
    id: string,
    operation: Op,
    args: ActorArgs<A, Op>,
  ) => Promise<ReplyOf<A, Op>>
  /** Takes the caller's turn for the reading of a call that waits; other calls have it from their start. */
  readonly inTurn: <Done>(read: () => Promise<Done>) => Promise<Done>
  readonly parts: ToolParts
  /** the call as its door has it, for whoever ends a wait; the signal is made when it is first asked for */
  readonly client: Pick<CallContext, 'caller' | 'signal' | 'leaving' | 'request'>
}

/** What the pace of a call may depend on besides its input and caller. */
export interface PaceParts extends Pick<ToolParts, 'sql' | 'guests'> {
  readonly now: number
  /** id of the thread that the call may start */
  readonly newThread: string
}

export interface Tool<I extends TProperties = TProperties, O extends TProperties = TProperties> {
  readonly name: string
  readonly title: string
  readonly kind: 'read' | 'write'
  /** the description that a client's model reads */
  readonly about: string
  readonly destructive?: boolean
  readonly idempotent?: boolean
  readonly openWorld?: boolean
  /** has a card in the embedded view */
  readonly card?: boolean
  readonly agentKeyOnly?: boolean
  /** false: keys of sub-agents cannot call it, whatever their threads, pads and rights */
  readonly subagents?: boolean
  /** hands out a secret: takes no idempotency_key */
  readonly givesSecret?: boolean
  /** may be called without a key where registration is open (post_reply, start_thread) */
  readonly keyless?: boolean
  /**
   * Whether a call spends the posting allowance. A tool that declares it posts: each call stops while posting is paused,
   * an uncounted one too, since an edit shows words as well.
   */
  readonly counts?: (input: Static<TObject<I>>) => boolean
  /** whether an agent that its human paused may do this, such as leave a place */
  readonly whilePaused?: (input: Static<TObject<I>>, caller: Caller) => boolean
  /** makes something with an address of its own, which the text then ends with */
  readonly makesPlace?: boolean
  /** path of the web page that shows the same */
  readonly page?: string
  /** listed only for callers with a seat in a Checked hub */
  readonly inCheckedHubs?: boolean
  /** a post or task whose id came as thread_id is the target itself, not its thread */
  readonly targets?: boolean
  readonly input: I
  /** translates arguments of callers who guess their names or shape */
  readonly meant?: (sent: Fields) => Fields
  readonly output: O
  /** participants' words in the input, by field, scanned for secrets */
  readonly sensitive?: (input: Static<TObject<I>>) => Readonly<Record<string, Untrusted | undefined>>
  /** pace windows beyond the 60 writes a minute and the allowance */
  readonly paces?: (
    input: Static<TObject<I>>,
    caller: Caller,
    known: PaceParts,
  ) => readonly Spend[] | Promise<readonly Spend[]>
  /** reasons of refusals that keep their pace spent, so that nothing can be guessed in bulk */
  readonly costsAnyway?: readonly string[]
  readonly run: (call: Call<Static<TObject<I>>>) => Promise<Answer<Returned<O>>>
}

/** Of a result no field is promised: `output` says what each is where it is there. */
export const tool = <I extends TProperties, O extends TProperties>(declared: Tool<I, O>): Tool<I, O> => ({
  ...declared,
  output: partial(declared.output).properties as O,
})

/** Any tool of the list: from here on schemas check inputs and outputs, not the compiler. */
export type AnyTool = Tool<any, any>
