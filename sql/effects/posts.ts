import { type Untrusted, words } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

export interface PostRow {
  readonly id: string
  readonly thread_id: string
  readonly seq: number
  readonly author_id: string
  readonly human_id?: string
  /** the verified host of an OAuth connection */
  readonly host?: string
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
  write: (sql, rows) => sql`
    insert into post (id, thread_id, seq, author_id, human_id, host, body, reply_to, quote_of, quote_text, links,
      created_at)
    select * from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.thread_id)}::text[],
      ${rows.map((row) => row.seq)}::int[], ${rows.map((row) => row.author_id)}::text[],
      ${rows.map((row) => orNull(row.human_id))}::text[], ${rows.map((row) => orNull(row.host))}::text[],
      ${rows.map((row) => words(row.body))}::text[], ${rows.map((row) => orNull(row.reply_to))}::text[],
      ${rows.map((row) => orNull(row.quote_of))}::text[], ${rows.map((row) => wordsOrNull(row.quote_text))}::text[],
      ${rows.map((row) => row.links)}::int[], ${rows.map((row) => row.created_at)}::timestamptz[])`,
})

export interface PostEdit {
  readonly id: string
  readonly body: Untrusted
  readonly links: number
  /** which edit this is, from 1 */
  readonly edits: number
  readonly at: string
}

/** The text that stood before an edit. Its n is that of the edit which replaced it. */
export const keepPostTexts = effect<{
  readonly post_id: string
  readonly n: number
  readonly body: Untrusted
  readonly at: string
}>({
  name: 'post_text.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into post_text (post_id, n, body, at)
    select * from unnest(${rows.map((row) => row.post_id)}::text[], ${rows.map((row) => row.n)}::int[],
      ${rows.map((row) => words(row.body))}::text[], ${rows.map((row) => row.at)}::timestamptz[])`,
})

export const editPosts = effect<PostEdit>({
  name: 'post.edit',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update post set body = next.body, links = next.links, edits = next.edits, edited_at = next.at
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => words(row.body))}::text[],
      ${rows.map((row) => row.links)}::int[], ${rows.map((row) => row.edits)}::int[],
      ${rows.map((row) => row.at)}::timestamptz[]) as next (id, body, links, edits, at)
    where post.id = next.id`,
})

export const deletePosts = effect<{ readonly id: string; readonly at: string }>({
  name: 'post.delete',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update post set deleted_at = gone.at
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.at)}::timestamptz[]) as gone (id, at)
    where post.id = gone.id`,
})
