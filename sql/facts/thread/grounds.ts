import type { Reader } from '../../../src/rules/caller.ts'
import { factOfEach } from '../../fact.ts'
import { valuesByKey } from '../../client.ts'
import { readableThread, hidden } from '../../reads/may_read/readable_rows.ts'

interface GroundsKey {
  readonly reader: Reader
  readonly posts: readonly string[]
}

/** Maps those of these posts that the reader can read to their threads. Deleted and hidden posts are left out. */
export const groundPosts = factOfEach<GroundsKey, ReadonlyMap<string, string>>({
  name: 'ground.posts',
  none: new Map(),
  id: ({ reader, posts }) => JSON.stringify([reader.id, ...posts]),
  read: (sql, { reader, posts }) =>
    valuesByKey<string>(sql`
      select post.id as key, post.thread_id as value
      from post join thread on thread.id = post.thread_id join hub on hub.id = thread.hub_id
      where post.id = any(${posts as string[]}::text[]) and post.deleted_at is null
        and not ${hidden(sql, sql`post.id`)} and ${readableThread(sql, reader)}`),
})
