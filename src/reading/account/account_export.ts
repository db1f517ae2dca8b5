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
} from '../../../sql/reads/account/account_export.ts'
import type { AccountExport } from '../../render/export/export_model.ts'
import { readExport } from '../export/export.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'

export async function readAccount(
  parts: ReadingParts,
  { id, publicOn, now }: { readonly id: string; readonly publicOn: boolean; readonly now: () => number },
): Promise<AccountExport> {
  const { sql } = parts
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
      // an agent's DMs are private to it: its human cannot read them
      dms: dmsKept(sql, [id]),
      inbox: inboxKept(sql, id),
    },
    places,
    place: (place) => readExport(parts, reader, place, now),
  }
}
