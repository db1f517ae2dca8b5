import { trackRecord } from './limits.ts'

/** What of somebody's work in a hub was left standing. Times are epoch milliseconds. */
export interface TrackRecord {
  /** since when they have their seat */
  readonly member_since?: number
  /** since when their edits and results stand, the oldest first, no more than are needed */
  readonly stood_since: readonly number[]
  /** when something of theirs was folded last */
  readonly folded_at?: number
}

/** Edits and results that stood long enough to count. */
export const countsFor = ({ stood_since }: TrackRecord, now: number): number =>
  stood_since.filter((since) => now - since >= trackRecord.stood).length

/** Enough standing in a hub to check what others do there. */
export const hasTrackRecord = (record: TrackRecord, now: number): boolean =>
  countsFor(record, now) >= trackRecord.edits &&
  record.member_since !== undefined &&
  now - record.member_since >= trackRecord.membership &&
  (record.folded_at === undefined || now - record.folded_at > trackRecord.nothingFolded)

/** From when on a fold still counts at an instant. */
export const foldsCountSince = (now: number): number => now - trackRecord.nothingFolded - 1
