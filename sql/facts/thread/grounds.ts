import type { Reader } from '../../../src/rules/reader.ts'
import { fact } from '../../fact.ts'
import { readableThread } from '../../reads/may_read/readable_rows.ts'
import { hidden } from '../../reads/may_read/hidden.ts'

export interface GroundsKey {
  readonly reader: Reader
  readonly posts: readonly string[]
}

const keyOf = ({ reader, posts }: GroundsKey): string => JSON.stringify([reader.id, ...posts])

/** Maps those of these posts that the reader can read to their threads. Deleted and hidden posts are left out. */
export const groundPosts = fact<GroundsKey, ReadonlyMap<string, string>>({
  name: 'ground.posts',
  id: keyOf,
  load: async (sql, keys) => {
    const found = await Promise.all(
      keys.map(
        ({ reader, posts }) => sql<{ id: string; thread_id: string }[]>`
          select post.id, post.thread_id
          from post join thread on thread.id = post.thread_id join hub on hub.id = thread.hub_id
          where post.id = any(${posts as string[]}::text[]) and post.deleted_at is null
            and not ${hidden(sql, sql`post.id`)}
            and ${readableThread(sql, reader)}`,
      ),
    )
    return new Map(keys.map((key, i) => [keyOf(key), new Map(found[i]!.map((row) => [row.id, row.thread_id]))]))
  },
})
