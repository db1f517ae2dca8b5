import type { Sql } from '../../sql/client.ts'
import type { Reach } from './account/reach.ts'
import type { Threads } from './thread/thread.ts'

/** What a reading is given besides its reader: connections, and what this process remembers or reads for several at once. */
export interface ReadingParts {
  readonly sql: Sql
  readonly reach: Reach
  readonly threads: Threads
}
