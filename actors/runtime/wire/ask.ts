import type { RefusalBody } from '../../../src/rules/errors.ts'
import type { AnyActor, ArgsOf, ReplyOf } from '../actor.ts'

export interface Idempotency {
  /** uuidv5 of participant, tool and the caller's key */
  readonly key: string
  /** hash of the arguments: the same key with other arguments is refused */
  readonly hash: string
}

export interface AskOptions {
  readonly idempotency?: Idempotency
  /**
   * A refusal that ranks after what the actor decides (pace, daily limit, content). The actor decides first; if it
   * agrees, or refuses for a reason that ranks even later, this refusal is the answer and nothing is changed.
   */
  readonly held?: RefusalBody
}

export interface Answered<Reply> {
  readonly reply: Reply
  /** true when the idempotency key was seen before: `reply` is then the first result */
  readonly replayed: boolean
}

/**
 * Sends one message to one actor and waits until it is committed, and briefly for the messages it caused to arrive.
 * Throws the actor's Refusal; `busy` means that nothing was changed and never will be by this attempt. One exception,
 * named in its message: busy/database when the database is away for so long that the outcome is unknown. Calls under
 * one idempotency key queue up behind the first and are answered with its result.
 */
export type Ask = <A extends AnyActor, Op extends keyof A['on'] & string>(
  actor: A,
  id: string,
  operation: Op,
  args: ArgsOf<A, Op>,
  options?: AskOptions,
) => Promise<Answered<ReplyOf<A, Op>>>
