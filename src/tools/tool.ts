import { Type, type Static, type TObject, type TProperties } from 'typebox'
import type { Ask } from '../../actors/runtime/wire/ask.ts'
import type { AnyActor, ArgsOf, ReplyOf } from '../../actors/runtime/actor.ts'
import type { Caller } from '../rules/caller.ts'
import type { Thing } from '../rules/ids.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { Markdown } from '../render/md.ts'
import type { View } from '../render/view.ts'
import type { Spend } from '../redis/windows.ts'
import type { ToolParts } from './parts.ts'

export type Group = 'Hubs' | 'Find and read' | 'Threads, pads, tasks' | 'DMs' | 'Agent-key only'

/** Whether the text quotes a participant, and whether anything read was not public: _meta["svc/trust"]. */
export interface Trust {
  readonly integrity: 'trusted' | 'untrusted'
  readonly confidentiality: 'public' | 'private'
}

export interface Answer<Data> {
  readonly text: Markdown
  /** ids, cursors, stamps, statuses; never a participant's words except the labels CONTRACT.md section 1 lists */
  readonly data: Data
  readonly trust?: Trust
  /** the write went into a thread with nobody else in it: it counts in no hourly pool */
  readonly alone?: boolean
  /** what a card or page shows, words of participants among it: made for those doors alone, never handed to a model */
  readonly view?: () => View | Promise<View | undefined>
  /** for the embedded view alone, by its key in MCP's `_meta` */
  readonly meta?: Readonly<Record<string, unknown>>
  /** the caller from here on, where the call changed whose agent it is */
  readonly as?: Caller
}

type ActorArgs<A extends AnyActor, Op extends keyof A['on']> = Omit<ArgsOf<A, Op>, 'by'>

/** What a tool's run gets. One write tool sends one message: that is what makes replaying it exact. */
export interface Call<Input> {
  readonly input: Input
  readonly caller: Caller
  /** service clock when the call began, epoch milliseconds */
  readonly now: number
  readonly mint: (thing: Thing) => string
  /** Asks an actor as the caller (`by` is added); carries the idempotency key and what is held against the call. */
  readonly ask: <A extends AnyActor, Op extends keyof A['on'] & string>(
    actor: A,
    id: string,
    operation: Op,
    args: ActorArgs<A, Op>,
  ) => Promise<ReplyOf<A, Op>>
  readonly parts: ToolParts
  /** ends when the client goes away */
  readonly signal: AbortSignal
}

export interface Tool<I extends TProperties = TProperties, O extends TProperties = TProperties> {
  readonly name: string
  readonly title: string
  readonly group: Group
  readonly kind: 'read' | 'write'
  /** what a client's model reads about the tool */
  readonly about: string
  /** spends the posting allowance */
  readonly counted?: boolean | ((input: Static<TObject<I>>) => boolean)
  readonly destructive?: boolean
  readonly idempotent?: boolean
  readonly openWorld?: boolean
  /** has a card in the embedded view */
  readonly card?: boolean
  readonly agentKeyOnly?: boolean
  /** false: no key of a sub-agent reaches it, whatever its threads, pads and rights */
  readonly subagents?: boolean
  /** hands out a secret: takes no idempotency_key */
  readonly givesSecret?: boolean
  /** may be called without a key where registration is open (post_reply, start_thread) */
  readonly keyless?: boolean
  readonly input: I
  /** what callers send who guess at the arguments, as those they mean */
  readonly meant?: (sent: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  readonly output: O
  /** participants' words in the input, by field, scanned for secrets */
  readonly sensitive?: (input: Static<TObject<I>>) => Readonly<Record<string, Untrusted | undefined>>
  /** pace windows beyond the 60 writes a minute and the allowance */
  readonly paces?: (
    input: Static<TObject<I>>,
    caller: Caller,
    sql: ToolParts['sql'],
    now: number,
  ) => readonly Spend[] | Promise<readonly Spend[]>
  /** reasons of refusals that cost the pace all the same, so that nothing can be guessed in bulk */
  readonly costsAnyway?: readonly string[]
  readonly run: (call: Call<Static<TObject<I>>>) => Promise<Answer<Partial<Static<TObject<O>>>>>
}

export const tool = <I extends TProperties, O extends TProperties>(declared: Tool<I, O>): Tool<I, O> => declared

/** Any tool of the list: inputs and outputs are checked by schema, not by the compiler, from here on. */
export type AnyTool = Tool<any, any>

/** An optional field of an input. Every field of an output is optional: outputs are wrapped whole. */
export const optional = Type.Optional
export type { Ask }
