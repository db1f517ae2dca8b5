import { lifetimes } from '../../../../src/rules/limits.ts'
import { worldAt } from '../../../../src/rules/world.ts'
import type { Sql } from '../../../../sql/client.ts'
import type { AnyFact } from '../../../../sql/fact.ts'
import { readAttempts } from '../../../../sql/runtime/attempts.ts'
import { type KnownKey, readKeys } from '../../../../sql/runtime/idempotency.ts'
import type { Wants } from '../../actor.ts'
import type { Batch, Mail } from './choose_batch.ts'
import { forgetOperation, isExclusive, type Registry } from '../../registry.ts'
import type { ResultText } from '../../wire/result.ts'
import { stateKey } from '../shards/shard.ts'

/** Everything a batch needs before its first decision. */
export interface Loaded {
  /** attempts that already have a row; looked up only when `careful` */
  readonly attempts: ReadonlyMap<string, ResultText>
  readonly keys: ReadonlyMap<string, KnownKey>
  /** the drafts start from these */
  readonly states: Map<string, unknown>
  readonly facts: ReadonlyMap<Mail, Readonly<Record<string, unknown>>>
  /** errors of `needs`, and the refusal of an exclusive message */
  readonly failed: Map<Mail, unknown>
}

interface Loading {
  readonly registry: Registry
  readonly now: number
  /** also looks up known attempts: a tombstone or a duplicate may have failed the batch before, or be in it */
  readonly careful: boolean
}

/** Loads all for the whole batch: one statement per kind of state and per kind of fact. */
export async function loadBatch(sql: Sql, batch: Batch, { registry, now, careful }: Loading): Promise<Loaded> {
  const [attempts, keys, states] = await Promise.all([
    careful ? knownAttempts(sql, batch) : none,
    knownKeys(sql, batch, now),
    wakenStates(sql, batch, registry),
  ])
  const wanted = new Map<Mail, Wants>()
  const failed = new Map<Mail, unknown>()
  for (const mail of batch.items) {
    const message = registry.message(mail.envelope)
    if (!message || isExclusive(message) || !message.needs) continue
    const { args, settings } = mail.envelope
    const state = states.get(stateKey(mail.envelope))
    if (state === undefined && !message.creates) continue
    try {
      wanted.set(mail, message.needs(state, args, worldAt(now, settings)))
    } catch (error) {
      failed.set(mail, error)
    }
  }
  return { attempts, keys, states, facts: await loadFacts(sql, wanted), failed }
}

export const nothingLoaded: Loaded = {
  attempts: new Map(),
  keys: new Map(),
  states: new Map(),
  facts: new Map(),
  failed: new Map(),
}

const none: ReadonlyMap<any, any> = new Map()

async function knownAttempts(sql: Sql, { items }: Batch): Promise<ReadonlyMap<string, ResultText>> {
  if (items.length === 0) return none
  const rows = await readAttempts(
    sql,
    items.map(({ envelope }) => envelope.id),
  )
  return new Map(rows.map(({ id, result }) => [id, result]))
}

async function knownKeys(sql: Sql, { items }: Batch, now: number): Promise<ReadonlyMap<string, KnownKey>> {
  const keys = new Set<string>()
  for (const { envelope } of items) if (envelope.key !== undefined) keys.add(envelope.key)
  if (keys.size === 0) return none
  const rows = await readKeys(sql, [...keys], new Date(now - lifetimes.idempotencyKey))
  return new Map(rows.map((row) => [row.key, row]))
}

async function wakenStates(sql: Sql, { items }: Batch, registry: Registry): Promise<Map<string, unknown>> {
  const states = new Map<string, unknown>()
  const asleep = new Map<string, Set<string>>()
  for (const { shard, envelope } of items)
    if (envelope.operation === forgetOperation) shard.states.forget(stateKey(envelope))
  for (const { shard, envelope } of items) {
    const awake = stateKey(envelope)
    if (states.has(awake)) continue
    const state = shard.states.get(awake)
    if (state !== undefined) states.set(awake, state)
    else if (asleep.has(envelope.actor)) asleep.get(envelope.actor)?.add(envelope.to)
    else asleep.set(envelope.actor, new Set([envelope.to]))
  }
  await Promise.all(
    [...asleep].map(async ([name, ids]) => {
      const loaded = await registry.actor(name)?.load(sql, [...ids])
      for (const [id, state] of loaded ?? []) states.set(`${name}/${id}`, state)
    }),
  )
  return states
}

async function loadFacts(sql: Sql, wanted: ReadonlyMap<Mail, Wants>): Promise<Loaded['facts']> {
  if (wanted.size === 0) return none
  const keysByFact = new Map<AnyFact, Map<string, unknown>>()
  for (const wants of wanted.values())
    for (const { fact, keys } of Object.values(wants)) {
      let byId = keysByFact.get(fact)
      if (!byId) keysByFact.set(fact, (byId = new Map()))
      for (const key of keys) byId.set(fact.id(key), key)
    }
  const loaded = new Map<AnyFact, ReadonlyMap<string, unknown>>()
  await Promise.all(
    [...keysByFact].map(async ([fact, keys]) => {
      loaded.set(fact, keys.size === 0 ? none : await fact.load(sql, [...keys.values()]))
    }),
  )
  const facts = new Map<Mail, Record<string, unknown>>()
  for (const [mail, wants] of wanted) {
    const picked: Record<string, unknown> = {}
    for (const [name, { fact, pick }] of Object.entries(wants)) picked[name] = pick(loaded.get(fact) ?? none)
    facts.set(mail, picked)
  }
  return facts
}
