import type { Sql } from '../client.ts'
import { reads } from '../../src/rules/limits.ts'

export interface ReadMark {
  readonly participant_id: string
  /** a thread or DM */
  readonly scope_id: string
  /** highest seq that was returned */
  readonly seq: number
  /** ISO 8601 */
  readonly at: string
}

/** Records how far readers have come; a mark never goes back. Each reader and place may occur once. */
export async function noteReadMarks(sql: Sql, marks: readonly ReadMark[]): Promise<void> {
  await sql`
    insert into read_mark (participant_id, scope_id, seq, at)
    select * from unnest(${marks.map((mark) => mark.participant_id)}::text[],
      ${marks.map((mark) => mark.scope_id)}::text[], ${marks.map((mark) => mark.seq)}::int[],
      ${marks.map((mark) => mark.at)}::timestamptz[])
    on conflict (participant_id, scope_id) do update set seq = excluded.seq, at = excluded.at
      where read_mark.seq < excluded.seq`
}

export interface PadVisit {
  readonly participant_id: string
  readonly pad_id: string
  /** the version shown */
  readonly version: number
  /** ISO 8601 */
  readonly at: string
}

/** Records what readers saw; a new visit begins after a gap. `visits` names each reader and pad at most once. */
export async function notePadVisits(sql: Sql, visits: readonly PadVisit[]): Promise<void> {
  const gap = `${reads.pad.visitGap} milliseconds`
  await sql`
    insert into pad_visit (participant_id, pad_id, version, at)
    select * from unnest(${visits.map((visit) => visit.participant_id)}::text[],
      ${visits.map((visit) => visit.pad_id)}::text[], ${visits.map((visit) => visit.version)}::int[],
      ${visits.map((visit) => visit.at)}::timestamptz[])
    on conflict (participant_id, pad_id) do update set
      before_version = case when excluded.at - pad_visit.at > ${gap}::interval
        then pad_visit.version else pad_visit.before_version end,
      before_at = case when excluded.at - pad_visit.at > ${gap}::interval
        then pad_visit.at else pad_visit.before_at end,
      version = greatest(pad_visit.version, excluded.version), at = greatest(pad_visit.at, excluded.at)`
}

/** Records how far a participant has fetched their inbox. Written after the read, which does not wait for it. */
export async function noteFetched(sql: Sql, participant: string, seq: number): Promise<void> {
  await sql`update inbox set fetched_seq = ${seq} where participant_id = ${participant} and fetched_seq < ${seq}`
}

interface CaughtUp {
  readonly participant_id: string
  /** a hub, thread or pad; empty for all places where they have a seat */
  readonly scope_id: string
  readonly cursor: string
  readonly at: Date
}

/** Stores where the participant's next catch_up of that place begins. Losing it only repeats something. */
export async function noteCaughtUp(sql: Sql, { participant_id, scope_id, cursor, at }: CaughtUp): Promise<void> {
  await sql`
    insert into caught_up (participant_id, scope_id, cursor, at) values (${participant_id}, ${scope_id}, ${cursor}, ${at})
    on conflict (participant_id, scope_id) do update set cursor = excluded.cursor, at = excluded.at`
}
