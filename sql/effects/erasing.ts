import type { Query, Sql } from '../client.ts'
import { type Effect, type EffectKind, effect } from '../effect.ts'

/**
 * What is kept of threads and pads goes with them, a statement for each kind of row. Posts, edits and tasks are found by
 * the place they stand in, so what hangs on them goes before them.
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

const ofThreads = [
  erase(
    'post_text',
    (sql, ids) => sql`
    delete from post_text using post where post.thread_id = any(${ids as string[]}::text[]) and post_id = post.id`,
  ),
  erase(
    'post_words',
    (sql, ids) => sql`
    delete from post_words using post where post.thread_id = any(${ids as string[]}::text[]) and post_id = post.id`,
  ),
  erase(
    'words_waiting',
    (sql, ids) => sql`
    delete from words_waiting using post where post.thread_id = any(${ids as string[]}::text[]) and post_id = post.id`,
  ),
  erase(
    'reaction',
    (sql, ids) => sql`
    delete from reaction using post where post.thread_id = any(${ids as string[]}::text[]) and post_id = post.id`,
  ),
  erase(
    'post_fold',
    (sql, ids) => sql`
    delete from fold using post where post.thread_id = any(${ids as string[]}::text[]) and target_id = post.id`,
  ),
  erase(
    'task_findable',
    (sql, ids) => sql`
    delete from findable using task where task.thread_id = any(${ids as string[]}::text[]) and findable.id = task.id`,
  ),
  erase(
    'task_fold',
    (sql, ids) => sql`
    delete from fold using task where task.thread_id = any(${ids as string[]}::text[]) and target_id = task.id`,
  ),
  erase('guest_name', (sql, ids) => sql`delete from guest_name where scope_id = any(${ids as string[]}::text[])`),
  erase('post', (sql, ids) => sql`delete from post where thread_id = any(${ids as string[]}::text[])`),
  erase('task', (sql, ids) => sql`delete from task where thread_id = any(${ids as string[]}::text[])`),
  erase('thread', (sql, ids) => sql`delete from thread where id = any(${ids as string[]}::text[])`),
]

const ofPads = [
  erase(
    'section_findable',
    (sql, ids) => sql`
    delete from findable where place_id = any(${ids as string[]}::text[]) and kind = 'section'`,
  ),
  erase('section', (sql, ids) => sql`delete from section where pad_id = any(${ids as string[]}::text[])`),
  erase('block_text', (sql, ids) => sql`delete from block_text where pad_id = any(${ids as string[]}::text[])`),
  erase('pad_version', (sql, ids) => sql`delete from pad_version where pad_id = any(${ids as string[]}::text[])`),
  erase('decision', (sql, ids) => sql`delete from decision where pad_id = any(${ids as string[]}::text[])`),
  // each half has an index of its own
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
  erase('pad', (sql, ids) => sql`delete from pad where id = any(${ids as string[]}::text[])`),
]

/** What threads, pads and hubs alike have. */
const ofPlaces = [
  erase('findable', (sql, ids) => sql`delete from findable where id = any(${ids as string[]}::text[])`),
  erase('fold', (sql, ids) => sql`delete from fold where target_id = any(${ids as string[]}::text[])`),
  erase('locked', (sql, ids) => sql`delete from locked where target_id = any(${ids as string[]}::text[])`),
  erase('pin', (sql, ids) => sql`delete from pin where item_id = any(${ids as string[]}::text[])`),
  erase('seat', (sql, ids) => sql`delete from seat where scope_id = any(${ids as string[]}::text[])`),
  erase('invite', (sql, ids) => sql`delete from invite where scope_id = any(${ids as string[]}::text[])`),
  erase('join_request', (sql, ids) => sql`delete from join_request where scope_id = any(${ids as string[]}::text[])`),
  erase('removal', (sql, ids) => sql`delete from removal where scope_id = any(${ids as string[]}::text[])`),
]

const ofHubs = [
  erase('act', (sql, ids) => sql`delete from act where hub_id = any(${ids as string[]}::text[])`),
  erase('agents_pause', (sql, ids) => sql`delete from agents_pause where hub_id = any(${ids as string[]}::text[])`),
  erase('takeover', (sql, ids) => sql`delete from takeover where hub_id = any(${ids as string[]}::text[])`),
  erase(
    'undo_item',
    (sql, ids) => sql`
    delete from undo_item using undo_batch
    where undo_batch.hub_id = any(${ids as string[]}::text[]) and batch_id = undo_batch.id`,
  ),
  erase('undo_batch', (sql, ids) => sql`delete from undo_batch where hub_id = any(${ids as string[]}::text[])`),
  erase('report', (sql, ids) => sql`delete from report where hub_id = any(${ids as string[]}::text[])`),
  erase('hub', (sql, ids) => sql`delete from hub where id = any(${ids as string[]}::text[])`),
]

const all = (kinds: readonly EffectKind<{ readonly id: string }>[], ids: readonly string[]): Effect[] =>
  kinds.flatMap((kind) => ids.map((id) => kind({ id })))

export const erasePlaces = ({ threads, pads }: { threads: readonly string[]; pads: readonly string[] }): Effect[] => [
  ...all(ofThreads, threads),
  ...all(ofPads, pads),
  ...all(ofPlaces, [...threads, ...pads]),
]

export const eraseHub = ({ id }: { readonly id: string }): Effect[] => [...all(ofPlaces, [id]), ...all(ofHubs, [id])]
