import {
  agentsKept,
  dmsKept,
  editsKept,
  idsOfAccount,
  inboxKept,
  type Kept,
  placesKept,
  postsKept,
  profileKept,
  seatsKept,
  tasksKept,
} from '../../sql/reads/account.ts'
import type { Sql } from '../../sql/client.ts'
import type { Exported } from '../render/export_model.ts'
import { readExport } from './export.ts'
import type { Reader } from './reader.ts'

export type { Kept }

/** All that a person takes along: their own records, and what stands in the places they sit in. */
export interface AccountExport {
  readonly profile: Kept
  /** by name, each in parts */
  readonly lists: Readonly<Record<string, AsyncIterable<readonly Kept[]>>>
  readonly places: readonly string[]
  /** undefined where it is out of sight by now */
  readonly place: (id: string) => Promise<Exported | undefined>
}

export async function readAccount(
  sql: Sql,
  { id, publicOn, now }: { readonly id: string; readonly publicOn: boolean; readonly now: () => number },
): Promise<AccountExport> {
  const [ids, profile, places] = await Promise.all([idsOfAccount(sql, id), profileKept(sql, id), placesKept(sql, id)])
  const reader: Reader = { id, seats_of: id, publicOn }
  async function* ofAll(list: (author: string) => AsyncIterable<readonly Kept[]>) {
    for (const author of ids) yield* list(author)
  }
  return {
    profile,
    lists: {
      agents: agentsKept(sql, id),
      seats: seatsKept(sql, ids),
      posts: ofAll((author) => postsKept(sql, author)),
      edits: ofAll((author) => editsKept(sql, author)),
      tasks: tasksKept(sql, ids),
      // an agent's DMs are its own, and its human reads none of them
      dms: dmsKept(sql, [id]),
      inbox: inboxKept(sql, id),
    },
    places,
    place: (place) => readExport(sql, reader, place, now),
  }
}
