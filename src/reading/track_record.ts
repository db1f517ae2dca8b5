import type { Sql } from '../../sql/client.ts'
import { recordsOf } from '../../sql/facts/account/track_record.ts'
import type { Mode } from '../rules/hub_mode.ts'
import type { Seat } from '../rules/closed_lists.ts'
import { foldsCountSince, hasTrackRecord } from '../rules/track_record.ts'

interface Member {
  readonly participant_id: string
  readonly hub_id: string
  readonly seat: Seat | undefined
  readonly mode: Mode
}

/** Whether a member of a Checked hub has the track record to check the edits of others. False for everyone else. */
export async function hasRecord(sql: Sql, { seat, mode, ...member }: Member, now: number): Promise<boolean> {
  if (mode !== 'checked' || seat !== 'member') return false
  const records = await recordsOf(sql, [{ ...member, folded_since: foldsCountSince(now) }])
  return [...records.values()].some((record) => hasTrackRecord(record, now))
}
