import type { Sql } from '../client.ts'

/** `%` and `_` mean themselves. */
const beginning = (begun: string): string => `${begun.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Slugs that begin so, of hubs that somebody has a seat in. */
export async function slugsBegun(sql: Sql, participantId: string, begun: string, limit: number): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select slug from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${participantId} and slug like ${beginning(begun)}
    order by slug limit ${limit}`
  return rows.map(({ slug }) => slug)
}

/** Handles that begin so, of those who have a seat in a hub where somebody has one. */
export async function handlesBegun(sql: Sql, participantId: string, begun: string, limit: number): Promise<string[]> {
  const rows = await sql<{ handle: string }[]>`
    select handle from participant
    where handle like ${beginning(begun)} and id <> ${participantId} and exists (
      select from seat own join hub on hub.id = own.scope_id join seat on seat.scope_id = own.scope_id
      where own.participant_id = ${participantId} and seat.participant_id = participant.id)
    order by handle limit ${limit}`
  return rows.map(({ handle }) => handle)
}
