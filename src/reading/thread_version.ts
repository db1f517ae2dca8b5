import type { Sql } from '../../sql/client.ts'
import { readableVersion, versionOf } from '../../sql/reads/threads.ts'
import { unreadable } from '../rules/errors.ts'
import type { Reader } from '../rules/reader.ts'

export interface ThreadVersion {
  readonly version: number
  readonly last_seq: number
}

/** Returns a thread's version. Throws not_found when the reader cannot see it. */
export async function versionFor(sql: Sql, reader: Reader, id: string): Promise<ThreadVersion> {
  const found = await readableVersion(sql, reader, id)
  if (!found) throw unreadable('thread')
  return found
}

/** The same for many readers at once, without a check: each is checked again when it reads. */
export const versionNow = (sql: Sql, id: string): Promise<ThreadVersion | undefined> => versionOf(sql, id)
