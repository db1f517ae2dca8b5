import { reads } from '../../../src/rules/limits.ts'
import type { Sql } from '../../client.ts'

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
