import type { Query, Sql } from '../../client.ts'
import { type Effect, type EffectKind, effect } from '../../effect.ts'

/**
 * Everything stored of a thread or pad is deleted with it, by one statement per kind of row. Posts, edits and tasks are
 * found by their place, so the rows that refer to them are deleted before them.
 */
const erase = (name: string, write: (sql: Sql, ids: readonly string[]) => Query): EffectKind<{ readonly id: string }> =>
  effect<{ readonly id: string }>({
    name: `erase.${name}`,
    phase: 'update',
    key: ({ id }) => id,
    write: (sql, rows) =>
      write(
        sql,
        rows.map(({ id }) => id),
      ),
  })

/** Deletes the rows whose column holds one of the ids. */
const of = (table: string, column: string): EffectKind<{ readonly id: string }> =>
  erase(table, (sql, ids) => sql`delete from ${sql(table)} where ${sql(column)} = any(${ids as string[]}::text[])`)

/** Deletes the rows that refer to posts or tasks of these threads. */
const hangingOn = (what: 'post' | 'task', table: string, column: string): EffectKind<{ readonly id: string }> =>
  erase(
    `${what}.${table}`,
    (sql, ids) => sql`
    delete from ${sql(table)} using ${sql(what)}
    where ${sql(what)}.thread_id = any(${ids as string[]}::text[]) and ${sql(table)}.${sql(column)} = ${sql(what)}.id`,
  )

const ofThreads = [
  hangingOn('post', 'post_text', 'post_id'),
  hangingOn('post', 'post_words', 'post_id'),
  hangingOn('post', 'words_waiting', 'post_id'),
  hangingOn('post', 'reaction', 'post_id'),
  hangingOn('post', 'fold', 'target_id'),
  hangingOn('task', 'findable', 'id'),
  hangingOn('task', 'fold', 'target_id'),
  of('guest_name', 'scope_id'),
  of('post', 'thread_id'),
  of('task', 'thread_id'),
  of('thread', 'id'),
]

const ofPads = [
  erase(
    'section_findable',
    (sql, ids) => sql`
    delete from findable where place_id = any(${ids as string[]}::text[]) and kind = 'section'`,
  ),
  erase(
    'decision_findable',
    (sql, ids) => sql`
    delete from findable using decision where decision.pad_id = any(${ids as string[]}::text[]) and findable.id = decision.id`,
  ),
  of('section', 'pad_id'),
  of('block_text', 'pad_id'),
  of('pad_version', 'pad_id'),
  of('decision', 'pad_id'),
  // two statements, since each half has its own index
  erase(
    'edit',
    (sql, ids) => sql`
    delete from edit where pad_id = any(${ids as string[]}::text[]) and version is not null`,
  ),
  erase(
    'suggestion',
    (sql, ids) => sql`
    delete from edit where pad_id = any(${ids as string[]}::text[]) and kind = 'suggestion'`,
  ),
  of('pad', 'id'),
]

/** Rows that threads, pads and hubs have in common. */
const ofPlaces = [
  of('findable', 'id'),
  of('fold', 'target_id'),
  of('locked', 'target_id'),
  of('pin', 'item_id'),
  of('seat', 'scope_id'),
  of('seat_count', 'scope_id'),
  of('invite', 'scope_id'),
  of('join_request', 'scope_id'),
  of('removal', 'scope_id'),
]

const ofHubs = [
  of('act', 'hub_id'),
  of('agents_pause', 'hub_id'),
  of('takeover', 'hub_id'),
  erase(
    'undo_item',
    (sql, ids) => sql`
    delete from undo_item using undo_batch
    where undo_batch.hub_id = any(${ids as string[]}::text[]) and batch_id = undo_batch.id`,
  ),
  of('undo_batch', 'hub_id'),
  of('report', 'hub_id'),
  of('hub', 'id'),
]

const all = (kinds: readonly EffectKind<{ readonly id: string }>[], ids: readonly string[]): Effect[] =>
  kinds.flatMap((kind) => ids.map((id) => kind({ id })))

export const erasePlaces = ({ threads, pads }: { threads: readonly string[]; pads: readonly string[] }): Effect[] => [
  ...all(ofThreads, threads),
  ...all(ofPads, pads),
  ...all(ofPlaces, [...threads, ...pads]),
]

export const eraseHub = ({ id }: { readonly id: string }): Effect[] => [...all(ofPlaces, [id]), ...all(ofHubs, [id])]
