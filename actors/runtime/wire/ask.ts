import type { RefusalBody } from '../../../src/rules/errors.ts'
import type { AnyActor, ArgsOf, ReplyOf } from '../actor.ts'

export interface Idempotency {
  /** uuidv5 of participant, tool and the caller's key */
  readonly key: string
  /** of the arguments: the same key with others is refused */
  readonly hash: string
}

export interface AskOptions {
  readonly idempotency?: Idempotency
  /**
   * A refusal that comes later in the order of checks than what the actor decides (pace, daily limit, content).
   * The actor decides first; where it would have agreed, this refusal is the answer and nothing is changed.
   */
  readonly held?: RefusalBody
}

export interface Answered<Reply> {
  readonly reply: Reply
  /** the idempotency key was seen before: this is the first result */
  readonly replayed: boolean
}

/**
 * Sends one message to one actor and waits until it is committed, and a moment for what it tells others to arrive.
 * Throws the actor's Refusal; `busy` means that nothing was changed and never will be by this attempt. One exception,
 * and its message says so: busy/database where the database is away for so long that the outcome is not known.
 * Calls under one idempotency key queue up behind the first and are answered with its result.
 */
export type Ask = <A extends AnyActor, Op extends keyof A['on'] & string>(
  actor: A,
  id: string,
  operation: Op,
  args: ArgsOf<A, Op>,
  options?: AskOptions,
) => Promise<Answered<ReplyOf<A, Op>>>
