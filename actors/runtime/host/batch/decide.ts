import { v4 } from 'uuid'
import { conflict, rankOf, Refusal, type RefusalBody, unexpected, unreadable } from '../../../../src/rules/errors.ts'
import { worldAt } from '../../../../src/rules/world.ts'
import type { Effect, EffectKind } from '../../../../sql/effect.ts'
import type { AttemptRow } from '../../../../sql/runtime/attempts.ts'
import type { DeadLetter } from '../../../../sql/runtime/dead_letters.ts'
import type { KeyRow } from '../../../../sql/runtime/idempotency.ts'
import type { OutboxRow } from '../../../../sql/runtime/outbox.ts'
import type { Message, Outcome, Wake } from '../../actor.ts'
import type { Item, Mail } from './choose_batch.ts'
import type { Loaded } from './load.ts'
import type { Log } from '../../log.ts'
import { forgetOperation, isExclusive, type Registry } from '../../registry.ts'
import { type FirstCall, replayOf } from '../../wire/idempotency.ts'
import { okResult, isEnded, refused, type ResultText } from '../../wire/result.ts'
import { stateKey, type Shard } from '../shards/shard.ts'
import { outboxRow } from './tell.ts'

/** The outcome of a batch: rows to write, and what to publish and keep in memory once they are committed. */
export interface Decided {
  readonly attempts: AttemptRow[]
  readonly keys: KeyRow[]
  readonly effects: Map<EffectKind<any>, unknown[]>
  readonly tells: OutboxRow[]
  /** outbox rows delivered by this commit */
  readonly delivered: string[]
  readonly deadLetters: DeadLetter[]
  readonly drafts: Map<string, { readonly shard: Shard; readonly state: unknown }>
  readonly wakes: Map<Shard, Map<string, Wake>>
  /** by instance */
  readonly replies: Map<string, Reply[]>
  refusals: number
  /** what there was no time for; the rest is decided */
  left: readonly Mail[]
}

/** An attempt's result, or undefined when a message it caused has arrived; and how many messages that caused. */
export type Reply = readonly [attempt: string, result: ResultText | undefined, told: number]

export const nothingDecided = (): Decided => ({
  attempts: [],
  keys: [],
  effects: new Map(),
  tells: [],
  delivered: [],
  deadLetters: [],
  drafts: new Map(),
  wakes: new Map(),
  replies: new Map(),
  refusals: 0,
  left: [],
})

interface Deciding {
  readonly registry: Registry
  readonly now: number
  readonly ahead: number
  readonly log: Log
  /** by `performance.now()`: when no further message is begun */
  readonly until?: number
}

/** Decides each message against its actor's draft; one that throws fails alone. The first is decided at any time. */
export function decideBatch(items: readonly Mail[], loaded: Loaded, deciding: Deciding): Decided {
  const decided = nothingDecided()
  const keysNow = new Map<string, FirstCall>()
  const { until = Number.POSITIVE_INFINITY } = deciding
  for (const [n, mail] of items.entries()) {
    if (n > 0 && performance.now() > until) {
      decided.left = items.slice(n)
      break
    }
    const { envelope } = mail
    if (envelope.told) decided.delivered.push(envelope.id)
    const known = loaded.attempts.get(envelope.id)
    if (known !== undefined) {
      if (!isEnded(known)) replyTo(decided, mail, known)
      continue
    }
    const first = envelope.key === undefined ? undefined : (loaded.keys.get(envelope.key) ?? keysNow.get(envelope.key))
    if (first) {
      conclude(decided, mail, replayOf(first, envelope.hash))
      continue
    }
    const outcome = decideOne(mail, loaded, decided, deciding)
    if ('no' in outcome) {
      decided.refusals++
      // a held refusal is the same on every repeat, so the attempt needs no row
      if (envelope.held) replyTo(decided, mail, outcome.no)
      else conclude(decided, mail, outcome.no)
      continue
    }
    const result = okResult(outcome.reply)
    conclude(decided, mail, result, outcome.tell?.length)
    apply(decided, mail, outcome, deciding.ahead)
    if (envelope.key !== undefined) {
      const hash = envelope.hash ?? ''
      keysNow.set(envelope.key, { hash, result })
      decided.keys.push({ key: envelope.key, message: envelope.id, hash })
    }
  }
  return decided
}

type Decision = Outcome<unknown, unknown> | { readonly no: ResultText }

function decideOne(mail: Mail, loaded: Loaded, decided: Decided, { registry, now, log }: Deciding): Decision {
  const { envelope } = mail
  const awake = stateKey(envelope)
  const draft = decided.drafts.get(awake)
  const state = draft ? draft.state : loaded.states.get(awake)
  try {
    if (envelope.operation === forgetOperation) return { reply: null }
    if (loaded.failed.has(mail)) throw loaded.failed.get(mail)
    const message = registry.message(envelope)
    if (!message || isExclusive(message)) throw new Error(`${envelope.actor} takes no message ${envelope.operation}`)
    if (state === undefined && !message.creates) throw unreadable(envelope.actor)
    if (state !== undefined && message.creates === 'once') throw createdBefore(envelope.actor)
    const facts = loaded.facts.get(mail) ?? {}
    const world = worldAt(now, envelope.settings)
    const outcome = (message as Message<unknown, unknown, unknown>).decide(state, envelope.args, facts, world)
    // a held refusal ranks after the actor's own rules; the outcome is discarded
    if (envelope.held && !outcome.already?.includes(envelope.held.reason)) return { no: refused(envelope.held) }
    return outcome
  } catch (error) {
    if (error instanceof Refusal) return { no: refused(first(error.toBody(), envelope.held)) }
    log.error(
      { err: error, attempt: envelope.id, actor: envelope.actor, operation: envelope.operation },
      'message threw',
    )
    decided.deadLetters.push(deadLetter(mail, error))
    return { no: refused(unexpected().toBody()) }
  }
}

const createdBefore = (actor: string): Refusal =>
  conflict('key_reused', `There is a ${actor} with this id already. Call again.`)

/** A held refusal goes before an actor's refusal that ranks later, such as one of the content. */
const first = (no: RefusalBody, held: RefusalBody | undefined): RefusalBody =>
  held && rankOf(held) < rankOf(no) ? held : no

/** Records the result of a message and queues its replies. */
export function conclude(decided: Decided, mail: Mail, result: ResultText, told = 0): void {
  const { envelope, shard } = mail
  decided.attempts.push({ id: envelope.id, shard: shard.id, actor: envelope.to, result })
  replyTo(decided, mail, result, told)
}

export function apply(decided: Decided, mail: Mail, outcome: Outcome<unknown, unknown>, ahead: number): void {
  const { envelope, shard } = mail
  if (outcome.state !== undefined) decided.drafts.set(stateKey(envelope), { shard, state: outcome.state })
  for (const effect of outcome.effects ?? []) addEffect(decided, effect)
  outcome.tell?.forEach((tell, index) => decided.tells.push(outboxRow(tell, { mail, index, ahead })))
  if (!outcome.wake) return
  let wakes = decided.wakes.get(shard)
  if (!wakes) decided.wakes.set(shard, (wakes = new Map()))
  const within = wakes.get(envelope.to)?.within
  wakes.set(envelope.to, within === undefined ? outcome.wake : { within, ...outcome.wake })
}

function addEffect(decided: Decided, { kind, row }: Effect): void {
  const rows = decided.effects.get(kind)
  if (rows) rows.push(row)
  else decided.effects.set(kind, [row])
}

function replyTo(decided: Decided, { envelope }: Mail, result: ResultText, told = 0): void {
  const { id, reply, cause } = envelope
  if (reply !== undefined) queueReply(decided, reply, [id, result, told])
  if (cause) queueReply(decided, cause.reply, [cause.id, undefined, told])
}

function queueReply(decided: Decided, instance: string, reply: Reply): void {
  const replies = decided.replies.get(instance)
  if (replies) replies.push(reply)
  else decided.replies.set(instance, [reply])
}

/** An entry that is no message gets a new id. */
export const deadLetter = ({ shard, entry, envelope }: Item & Partial<Mail>, error: unknown): DeadLetter => ({
  id: envelope?.id ?? v4(),
  shard: shard.id,
  body: storable(entry.body),
  error: storable(error instanceof Error ? (error.stack ?? error.message) : String(error)),
})

/** PostgreSQL stores no NUL in a text. */
const storable = (text: string): string => text.replaceAll('\0', '')
