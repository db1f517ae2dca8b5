import type { Sql } from '../../../sql/client.ts'
import { readableVersion, readableVersions, type VersionAsked } from '../../../sql/reads/thread/thread_versions.ts'
import { unreadable } from '../../rules/errors.ts'
import { type Reader, seatHolder } from '../../rules/caller.ts'
import { inOneTurn } from '../in_one_turn.ts'

interface ThreadVersion {
  readonly version: number
  readonly last_seq: number
}

/** Reads the versions of threads: waits that begin in one turn of the event loop share a statement. */
export interface ThreadVersions {
  /** Returns a thread's version. Throws not_found when the reader cannot see it. */
  for(reader: Reader, id: string): Promise<ThreadVersion>
}

/** Returns a version without a check, for many who wait for it: each of them is checked again when it reads. */
export { versionOf as versionNow } from '../../../sql/reads/thread/thread_versions.ts'

export function openThreadVersions(sql: Sql): ThreadVersions {
  const inTurn = inOneTurn<VersionAsked, ReadonlyMap<string, ThreadVersion>>()
  const together = async (one: VersionAsked, publicOn: boolean): Promise<ThreadVersion | undefined> =>
    (await inTurn(publicOn, one, (all) => versionsOf(sql, all, publicOn))).get(keyOf(one))

  return {
    async for(reader, id) {
      const holder = reader.id === undefined || reader.limitedTo ? undefined : seatHolder(reader)
      const found = await (holder === undefined
        ? readableVersion(sql, reader, id)
        : together({ thread_id: id, holder }, reader.publicOn))
      if (!found) throw unreadable('thread')
      return found
    },
  }
}

async function versionsOf(
  sql: Sql,
  all: ReadonlySet<VersionAsked>,
  publicOn: boolean,
): Promise<ReadonlyMap<string, ThreadVersion>> {
  const asked = [...new Map([...all].map((one) => [keyOf(one), one])).values()]
  const [one, ...others] = asked
  // the statement for one alone costs the database a third
  if (one && others.length === 0) return aloneFor(sql, one, publicOn)
  const rows = await readableVersions(sql, asked, publicOn)
  return new Map(rows.map(({ thread_id, holder, ...version }) => [keyOf({ thread_id, holder }), version]))
}

async function aloneFor(sql: Sql, one: VersionAsked, publicOn: boolean): Promise<Map<string, ThreadVersion>> {
  const version = await readableVersion(sql, { id: one.holder, seats_of: one.holder, publicOn }, one.thread_id)
  return new Map(version && [[keyOf(one), version]])
}

const keyOf = ({ thread_id, holder }: VersionAsked): string => `${thread_id} ${holder}`
