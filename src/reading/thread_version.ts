import type { Sql } from '../../sql/client.ts'
import { readableVersion, readableVersions, type VersionAsked, versionOf } from '../../sql/reads/threads.ts'
import { unreadable } from '../rules/errors.ts'
import type { Reader } from '../rules/reader.ts'
import { holderOf } from './thread.ts'

export interface ThreadVersion {
  readonly version: number
  readonly last_seq: number
}

/** Returns a thread's version. Throws not_found when the reader cannot see it. */
export async function versionFor(sql: Sql, reader: Reader, id: string): Promise<ThreadVersion> {
  const holder = reader.id === undefined || reader.limitedTo ? undefined : holderOf(reader)
  const found = await (holder === undefined
    ? readableVersion(sql, reader, id)
    : versionTogether(sql, { thread_id: id, holder }, reader.publicOn))
  if (!found) throw unreadable('thread')
  return found
}

/** The same for many readers at once, without a check: each is checked again when it reads. */
export const versionNow = (sql: Sql, id: string): Promise<ThreadVersion | undefined> => versionOf(sql, id)

interface Group {
  readonly asked: Map<string, VersionAsked>
  readonly found: Promise<ReadonlyMap<string, ThreadVersion>>
}

const groups = new WeakMap<Sql, Map<boolean, Group>>()

/** Waits that begin in one turn of the event loop share a statement: those that ended together begin again together. */
async function versionTogether(sql: Sql, one: VersionAsked, publicOn: boolean): Promise<ThreadVersion | undefined> {
  let open = groups.get(sql)
  if (!open) groups.set(sql, (open = new Map()))
  const group = open.get(publicOn) ?? openGroup(sql, open, publicOn)
  const key = keyOf(one)
  group.asked.set(key, one)
  return (await group.found).get(key)
}

function openGroup(sql: Sql, open: Map<boolean, Group>, publicOn: boolean): Group {
  const asked: Group['asked'] = new Map()
  const found = new Promise<void>((go) => setImmediate(go)).then(async () => {
    open.delete(publicOn)
    const [one, ...others] = [...asked.values()]
    // the statement for one alone costs the database a third
    if (one && others.length === 0) return aloneFor(sql, one, publicOn)
    const rows = await readableVersions(sql, [...asked.values()], publicOn)
    return new Map(rows.map(({ thread_id, holder, ...version }) => [keyOf({ thread_id, holder }), version]))
  })
  const group = { asked, found }
  open.set(publicOn, group)
  return group
}

async function aloneFor(sql: Sql, one: VersionAsked, publicOn: boolean): Promise<Map<string, ThreadVersion>> {
  const version = await readableVersion(sql, { id: one.holder, seats_of: one.holder, publicOn }, one.thread_id)
  return new Map(version && [[keyOf(one), version]])
}

const keyOf = ({ thread_id, holder }: VersionAsked): string => `${thread_id} ${holder}`
