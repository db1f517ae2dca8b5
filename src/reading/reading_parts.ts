import type { Sql } from '../../sql/client.ts'
import type { Pipelines } from '../../sql/runtime/pipelines.ts'
import type { Reach } from './account/reach.ts'
import type { NotedReads } from './noted_reads.ts'
import type { Threads } from './thread/thread.ts'

/** What a reading is given besides its reader: connections, and what this process remembers or reads for several at once. */
export interface ReadingParts {
  readonly sql: Sql
  /** runs a reading of several statements over one connection */
  readonly pipelined: Pipelines['during']
  readonly reach: Reach
  readonly threads: Threads
  readonly notedReads: Pick<NotedReads, 'marksStored'>
}

/** Makes all statements of a reading take one connection; a reading within it takes the same. */
export const overOneConnection =
  <Asked extends readonly unknown[], Read>(reading: (parts: ReadingParts, ...asked: Asked) => Promise<Read>) =>
  ({ pipelined, reach, threads, notedReads }: ReadingParts, ...asked: Asked): Promise<Read> =>
    pipelined((sql) => reading({ sql, pipelined: (within) => within(sql), reach, threads, notedReads }, ...asked))

/** Makes a reading that counts unread posts wait until all read marks of that participant in this process are stored. */
export const countingUnread =
  <Asked extends readonly unknown[], Read>(
    reading: (parts: ReadingParts, ...asked: Asked) => Promise<Read>,
    whose: (...asked: Asked) => string | undefined,
  ) =>
  async (parts: ReadingParts, ...asked: Asked): Promise<Read> => {
    const reader = whose(...asked)
    if (reader !== undefined) await parts.notedReads.marksStored(reader)
    return reading(parts, ...asked)
  }
