import { LRUCache } from 'lru-cache'
import type { Sql } from '../../../sql/client.ts'
import { threadOfPosts, threadWithPosts } from '../../../sql/reads/thread/thread_with_posts.ts'
import type { ThreadWanted } from '../../../sql/reads/thread/thread_parts.ts'
import type { ThreadRow } from '../../../sql/reads/thread/thread_row.ts'

export interface ThreadRows {
  read(wanted: ThreadWanted): Promise<ThreadRow | undefined>
}

const remembered = 10_000

/**
 * Reads a thread as one of posts, and whole where more stands in it. Which of them do is only a guess that saves a reading:
 * each row says itself whether it is whole.
 */
export function openThreadRows(sql: Sql): ThreadRows {
  const withMore = new LRUCache<string, true>({ max: remembered })
  return {
    async read(wanted) {
      const { id } = wanted
      if (!withMore.has(id)) {
        const row = await threadOfPosts(sql, wanted)
        if (!row?.more) return row
        withMore.set(id, true)
      }
      const row = await threadWithPosts(sql, wanted)
      if (!row?.more) withMore.delete(id)
      return row
    },
  }
}
