import type { Caller } from '../../src/rules/caller.ts'
import type { World } from '../../src/rules/world.ts'
import type { Sql } from '../../sql/client.ts'
import type { Effect } from '../../sql/effect.ts'
import type { Wanted } from '../../sql/fact.ts'

/** A message to another actor: written to the outbox in the same transaction, delivered at least once, applied once. */
export interface Tell {
  readonly actor: string
  readonly id: string
  readonly operation: string
  readonly args: unknown
}

/** The version that a commit leaves, which a wait compares with the one it has seen. */
export interface Wake {
  readonly version: number
  readonly last_seq?: number
  /** id of the containing actor: its waits are woken too, although its own version stays */
  readonly within?: string
}

export interface Outcome<State, Reply> {
  /** the actor's new state; absent when unchanged. States are immutable values. */
  readonly state?: State
  /** plain JSON; stored as the attempt's result, so it never holds a secret */
  readonly reply: Reply
  readonly effects?: readonly Effect[]
  readonly tell?: readonly Tell[]
  readonly wake?: Wake
  /** Reasons of held refusals that are waived, because the call's effect was in place before it. */
  readonly already?: readonly string[]
}

export type Wants = Readonly<Record<string, Wanted<any>>>
export type Facts<W> = { readonly [K in keyof W]: W[K] extends Wanted<infer Answer> ? Answer : never }

/**
 * One message that an actor accepts. `decide` is pure: no I/O, no clock, no randomness of its own; ids come in `args`.
 * It refuses by throwing a Refusal, which leaves no effects.
 */
export interface Message<State, Args, Reply> {
  readonly needs?: (state: State, args: Args, world: World) => Wants
  readonly decide: (state: State, args: Args, facts: any, world: World) => Outcome<State, Reply>
  /** accepts an id without a row: the state is then undefined; `once`: refuses one with a row */
  readonly creates?: boolean | 'once'
  /** Never shares a batch with an earlier message of its actor, which could change its facts. */
  readonly afresh?: boolean
  /** One of the many messages of a long job: it has a batch of its own, and the batch after it takes others where some wait. */
  readonly ofLongJob?: boolean
}

/** The types of state and arguments are told once: in `needs`, where there is one, and `decide` has them from there. */
export function message<State, Args, Reply, W extends Wants = Record<never, never>>(declared: {
  needs?: (state: State, args: Args, world: World) => W
  decide: (state: State, args: Args, facts: Facts<W>, world: World) => Outcome<Exclude<State, undefined>, Reply>
  creates?: boolean | 'once'
  afresh?: boolean
  ofLongJob?: boolean
}): Message<State, Args, Reply> {
  return declared as Message<State, Args, Reply>
}

/**
 * A rare message with wide effects: runs alone, in a fenced transaction of its own, with ordinary SQL through sql/. The
 * mailbox and the exactly-once record are the same. The actor's state is reloaded afterwards. Other actors whose rows
 * it changes keep their cached state until they are told to `forget` (tell.ts). `sql` is one connection inside the
 * transaction: every statement is awaited, and none begins or ends a transaction.
 */
export interface ExclusiveMessage<Args, Reply> {
  readonly run: (sql: Sql, id: string, args: Args, world: World) => Promise<Omit<Outcome<never, Reply>, 'state'>>
}

interface Actor<State, On extends Record<string, Message<any, any, any> | ExclusiveMessage<any, any>>> {
  readonly name: string
  /** States by id; an id without a row is absent. One statement for all ids where possible. */
  readonly load: (sql: Sql, ids: readonly string[]) => Promise<ReadonlyMap<string, State>>
  readonly on: On
}

export const actor = <State, On extends Record<string, Message<any, any, any> | ExclusiveMessage<any, any>>>(
  declared: Actor<State, On>,
): Actor<State, On> => declared

export type AnyActor = Actor<any, Record<string, Message<any, any, any> | ExclusiveMessage<any, any>>>

/** The arguments of every message that acts for a caller; others (by timers, by other actors) have no `by`. */
export interface By {
  readonly by: Caller
}

type MessageOf<A extends AnyActor, Op extends keyof A['on']> = A['on'][Op]
export type ArgsOf<A extends AnyActor, Op extends keyof A['on']> =
  MessageOf<A, Op> extends Message<any, infer Args, any>
    ? Args
    : MessageOf<A, Op> extends ExclusiveMessage<infer Args, any>
      ? Args
      : never
export type ReplyOf<A extends AnyActor, Op extends keyof A['on']> =
  MessageOf<A, Op> extends Message<any, any, infer Reply>
    ? Reply
    : MessageOf<A, Op> extends ExclusiveMessage<any, infer Reply>
      ? Reply
      : never
