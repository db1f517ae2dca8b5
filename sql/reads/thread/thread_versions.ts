import type { Reader } from '../../../src/rules/caller.ts'
import { type Sql, firstRow } from '../../client.ts'
import { readableThread } from '../may_read/readable_rows.ts'

/** Version and last seq of a thread; undefined when it is missing or the reader cannot see it. */
export const readableVersion = (
  sql: Sql,
  reader: Reader,
  id: string,
): Promise<{ version: number; last_seq: number } | undefined> =>
  firstRow(sql`
    select thread.version, thread.last_seq from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and ${readableThread(sql, reader)}`)

export interface VersionAsked {
  readonly thread_id: string
  /** whose seats count; no key is limited to some threads */
  readonly holder: string
}

interface VersionSeen extends VersionAsked {
  readonly version: number
  readonly last_seq: number
}

/** The same for many at once; without those who cannot see the thread. */
export const readableVersions = (sql: Sql, asked: readonly VersionAsked[], publicOn: boolean): Promise<VersionSeen[]> =>
  sql<VersionSeen[]>`
    select asked.thread_id, asked.holder, thread.version, thread.last_seq
    from unnest(${asked.map(({ thread_id }) => thread_id)}::text[], ${asked.map(({ holder }) => holder)}::text[])
      as asked (thread_id, holder)
    join thread on thread.id = asked.thread_id join hub on hub.id = thread.hub_id
    where ${readableThread(sql, { id: '', seats_of: sql`asked.holder`, publicOn })}`

/** The same without a check of the reader. */
export const versionOf = (sql: Sql, id: string): Promise<{ version: number; last_seq: number } | undefined> =>
  firstRow(sql`
    select version, last_seq from thread where id = ${id}`)
