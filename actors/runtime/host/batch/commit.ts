import { lifetimes } from '../../../../src/rules/limits.ts'
import type { Query, Sql } from '../../../../sql/client.ts'
import type { EffectKind } from '../../../../sql/effect.ts'
import { insertAttempts } from '../../../../sql/runtime/attempts.ts'
import { insertDeadLetters } from '../../../../sql/runtime/dead_letters.ts'
import { fence } from '../../../../sql/runtime/fence.ts'
import { deleteOldKeys, insertKeys } from '../../../../sql/runtime/idempotency.ts'
import { deleteOutbox, insertOutbox } from '../../../../sql/runtime/outbox.ts'
import type { Batch } from './choose_batch.ts'
import type { Decided } from './decide.ts'
import { lease } from '../../numbers.ts'

/** The statements of one transaction: the fence first, so that a host that lost a shard fails at once. */
export function statements(sql: Sql, batch: Batch, decided: Decided, now: number): Query[] {
  const fenced = fenceOf(sql, batch)
  const rows = rowsOf(sql, decided, now)
  return isOneStatement(decided) ? [asOneStatement(sql, fenced, rows)] : [fenced, ...rows]
}

/**
 * Whether no statement needs to see what another wrote. A used key is deleted before it is inserted again, and an effect
 * says it of itself.
 */
const isOneStatement = ({ effects, keys, deadLetters }: Decided): boolean =>
  keys.length === 0 && deadLetters.length === 0 && [...effects.keys()].every(({ apart }) => apart === true)

/** One statement costs the host and the server a good part less than a transaction of several. The fence runs first. */
const asOneStatement = (sql: Sql, fenced: Query, rows: readonly Query[]): Query =>
  sql(textAround(rows.length), fenced, ...rows)

const texts = new Map<number, TemplateStringsArray>()

/** postgres.js keeps every template it is given for ever, so a commit must not bring one of its own. */
function textAround(parts: number): TemplateStringsArray {
  const known = texts.get(parts)
  if (known) return known
  const opened = Array.from({ length: parts }, (_, n) => `), part_${n} as (`)
  const text = ['with fenced as materialized (', ...opened, ') select from fenced']
  const made = Object.assign(text, { raw: text })
  texts.set(parts, made)
  return made
}

/** One statement per kind of row. */
export function rowsOf(sql: Sql, decided: Decided, now: number): Query[] {
  const at = new Date(now)
  const queries: Query[] = []
  if (decided.attempts.length > 0) queries.push(insertAttempts(sql, decided.attempts, at))
  if (decided.delivered.length > 0) queries.push(deleteOutbox(sql, decided.delivered))
  if (decided.keys.length > 0) {
    queries.push(
      deleteOldKeys(
        sql,
        decided.keys.map(({ key }) => key),
        new Date(now - lifetimes.idempotencyKey),
      ),
    )
    queries.push(insertKeys(sql, decided.keys, at))
  }
  for (const [kind, rows] of byPhase(decided.effects)) queries.push(kind.write(sql, lastOfEachKey(kind, rows)))
  if (decided.tells.length > 0) queries.push(insertOutbox(sql, decided.tells))
  if (decided.deadLetters.length > 0) queries.push(insertDeadLetters(sql, decided.deadLetters, at))
  return queries
}

/** Sorted by shard: two hosts that both believe to own some must not deadlock on them. */
export function fenceOf(sql: Sql, batch: Batch): Query {
  const rows = [...batch.offsets].map(([shard, offset]) => ({ id: shard.id, epoch: shard.epoch, offset }))
  return fence(
    sql,
    rows.toSorted((a, b) => a.id - b.id),
    lease.lasts,
  )
}

function byPhase(effects: Decided['effects']): [EffectKind<any>, unknown[]][] {
  const inserts: [EffectKind<any>, unknown[]][] = []
  const updates: [EffectKind<any>, unknown[]][] = []
  for (const effect of effects) (effect[0].phase === 'insert' ? inserts : updates).push(effect)
  return inserts.concat(updates)
}

function lastOfEachKey(kind: EffectKind<any>, rows: unknown[]): unknown[] {
  const { key } = kind
  if (!key || rows.length === 1) return rows
  const last = new Map<string, unknown>()
  for (const row of rows) last.set(key(row), row)
  return [...last.values()]
}
