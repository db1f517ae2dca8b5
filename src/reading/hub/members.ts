import type { Sql } from '../../../sql/client.ts'
import {
  type MemberPlace,
  membersIn,
  membersPage,
  type SeatedMember,
  type SeatedPlace,
  seatedPlace,
} from '../../../sql/reads/hub/seats/members.ts'
import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import type { PlaceKind } from '../../rules/closed_lists.ts'
import { namePrefix } from '../../text/names/name_prefix.ts'
import { untrusted } from '../../text/untrusted.ts'
import { groupsIn, opaque, timeIn, onePage } from '../cursor.ts'
import type { Reader } from '../../rules/caller.ts'

interface MembersPage {
  readonly place: SeatedPlace
  readonly members: readonly SeatedMember[]
  readonly count: number
  readonly next_cursor?: string
}

interface MembersAsked {
  readonly type: PlaceKind
  readonly named: string
  readonly cursor?: string | undefined
  /** only those whose handle, name or a later word of it begins so, as it was typed */
  readonly begins?: string | undefined
}

/** Returns the members of a hub, thread or pad that the reader may see; undefined when it is missing or private. */
export async function readMembersPage(
  sql: Sql,
  reader: Reader,
  { type, named, cursor, begins }: MembersAsked,
): Promise<MembersPage | undefined> {
  const after = memberPlace(cursor)
  const place = await seatedPlace(sql, reader, type, named)
  if (!place) return undefined
  const limit = reads.hub.members
  const [found, count] = await Promise.all([
    withNames(begins, (begin) => membersPage(sql, place, { after, begins: begin, limit: limit + 1 })),
    membersIn(sql, place),
  ])
  const { shown: members, next_cursor } = onePage(found, limit, memberCursor)
  return present({
    place,
    members,
    count,
    next_cursor,
  })
}

/** Reads all, or those whose name begins as it was typed; none where no name can begin so. */
export async function withNames<Row>(
  typed: string | undefined,
  read: (begins: string | undefined) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (typed === undefined || typed.trim() === '') return read(undefined)
  const begins = namePrefix(untrusted(typed))
  return begins === undefined ? [] : read(begins)
}

export const memberCursor = ({ rank, at, id }: MemberPlace): string =>
  opaque(`${rank} ${at.getTime().toString(36)} ${id}`)

export function memberPlace(cursor: string | undefined): MemberPlace | undefined {
  if (cursor === undefined) return undefined
  const [rank, time, id = ''] = groupsIn(cursor, /^([123]) ([0-9a-z]+) ([a-z]+_[0-9a-z]+)$/)
  return { rank: Number(rank), at: timeIn(time), id }
}
