import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { effect, insertInto, updateOf, removeFrom } from '../../effect.ts'
import type { Reaction } from '../../../src/rules/closed_lists.ts'

export interface PostRow {
  readonly id: string
  readonly thread_id: string
  readonly seq: number
  readonly author_id: string
  readonly human_id?: string
  /** the verified host of an OAuth connection */
  readonly host?: string
  /** id of the grant or credential; absent for a session */
  readonly made_with?: string
  readonly body: Untrusted
  readonly reply_to?: string
  readonly quote_of?: string
  readonly quote_text?: Untrusted
  readonly links: number
  readonly created_at: string
}

const orNull = <T>(value: T | undefined): T | null => value ?? null
const wordsOrNull = (text: Untrusted | undefined): string | null => (text === undefined ? null : words(text))

export const insertPosts = effect<PostRow>({
  name: 'post.insert',
  phase: 'insert',
  apart: true,
  write: (sql, rows) => sql`
    insert into post (id, thread_id, seq, author_id, human_id, host, body, reply_to, quote_of, quote_text, links,
      created_at, made_with)
    select * from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.thread_id)}::text[],
      ${rows.map((row) => row.seq)}::int[], ${rows.map((row) => row.author_id)}::text[],
      ${rows.map((row) => orNull(row.human_id))}::text[], ${rows.map((row) => orNull(row.host))}::text[],
      ${rows.map((row) => words(row.body))}::text[], ${rows.map((row) => orNull(row.reply_to))}::text[],
      ${rows.map((row) => orNull(row.quote_of))}::text[], ${rows.map((row) => wordsOrNull(row.quote_text))}::text[],
      ${rows.map((row) => row.links)}::int[], ${rows.map((row) => row.created_at)}::timestamptz[],
      ${rows.map((row) => orNull(row.made_with))}::text[])`,
})

interface PostEdit {
  readonly id: string
  readonly body: Untrusted
  readonly links: number
  /** number of this edit, from 1 */
  readonly edits: number
  readonly edited_at: string
}

interface PostText {
  readonly post_id: string
  readonly n: number
  readonly body: Untrusted
  readonly at: string
}

/** Keeps the text from before an edit, under the number `n` of that edit. */
export const keepPostTexts = insertInto<PostText>('post_text')

export const editPosts = updateOf<PostEdit>('post.edit', { set: ['body', 'links', 'edits', 'edited_at'] })

export const deletePosts = updateOf<{ readonly id: string; readonly deleted_at: string }>('post.delete', {
  set: ['deleted_at'],
})

interface ReactionKey {
  readonly post_id: string
  readonly participant_id: string
  readonly reaction: Reaction
}

export const addReactions = insertInto<ReactionKey & { readonly at: string }>('reaction', { on_conflict: 'nothing' })

export const removeReactions = removeFrom<ReactionKey>('reaction', ['post_id', 'participant_id', 'reaction'])

/** Records that one participant answered or mentioned another in a thread. */
export const noteExchanges = effect<{ readonly from_id: string; readonly to_id: string; readonly at: string }>({
  name: 'exchange.note',
  phase: 'update',
  key: ({ from_id, to_id }) => `${from_id} ${to_id}`,
  // sorted: two batches with the same pairs in different order would deadlock
  write: (sql, rows) => sql`
    insert into exchange (from_id, to_id, at)
    select * from unnest(${rows.map((row) => row.from_id)}::text[], ${rows.map((row) => row.to_id)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[]) as noted (from_id, to_id, at) order by from_id, to_id
    on conflict (from_id, to_id) do update set at = greatest(exchange.at, excluded.at)`,
})

interface GroundRow {
  /** the task or thread that was made from the post */
  readonly of_id: string
  readonly of_thread_id: string
  readonly post_id: string
  readonly post_thread_id: string
  readonly n: number
}

export const insertGrounds = insertInto<GroundRow>('ground')
