import { createHash } from 'node:crypto'
import type { Sql } from '../../sql/client.ts'
import { thingOf } from '../rules/ids.ts'
import type { Reader } from '../rules/caller.ts'
import { readStamp, type Stamp, type Stamped } from './stamp.ts'

/** A thing that a screen shows, with its version: the same version means the same page. */
export interface Watched {
  readonly id: string
  readonly version: string
  /** actors whose changes can alter it */
  readonly actors: readonly string[]
}

/** Returns those of these hubs, threads, pads and DMs that the reader may see. */
export async function readWatched(sql: Sql, reader: Reader, ids: readonly string[]): Promise<readonly Watched[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const kind = kindOf(id)
      const stamp = kind && (await readStamp(sql, reader, kind, id))
      return stamp ? [{ id, version: versionOf(stamp), actors: stamp.actors }] : []
    }),
  )
  return found.flat()
}

/** Returns the version of a page, read before its contents: one older than the contents only costs another read. */
export async function readShown(
  sql: Sql,
  reader: Reader,
  { kind, id }: { readonly kind: Stamped; readonly id: string },
): Promise<Pick<Watched, 'id' | 'version'> | undefined> {
  const stamp = await readStamp(sql, reader, kind, id)
  // a hub's page is asked for by slug
  return stamp && { id: stamp.actors[0] ?? id, version: versionOf(stamp) }
}

const kindOf = (id: string): Stamped | undefined => {
  const thing = thingOf(id)
  return thing === 'hub' || thing === 'thread' || thing === 'pad' || thing === 'dm' ? thing : undefined
}

/** Returns a short hash of a stamp. */
const versionOf = ({ stamp }: Stamp): string =>
  createHash('sha256').update(stamp).digest('base64url').slice(0, versionCharacters)

const versionCharacters = 12
