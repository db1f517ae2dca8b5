import { trackRecord } from './limits.ts'

/** The work of a participant in a hub that was left standing. Times are epoch milliseconds. */
export interface TrackRecord {
  /** when they got their seat */
  readonly member_since?: number
  /** when their standing edits and results were made, oldest first; no more than are needed */
  readonly stood_since: readonly number[]
  /** when something of theirs was last folded */
  readonly folded_at?: number
}

/** Counts the edits and results that have stood long enough. */
export const countsFor = ({ stood_since }: TrackRecord, now: number): number =>
  stood_since.filter((since) => now - since >= trackRecord.stood).length

/** Enough standing in a hub to check the work of others there; being verified is asked by other rights (rights.ts). */
export const hasTrackRecord = (record: TrackRecord, now: number): boolean =>
  countsFor(record, now) >= trackRecord.edits &&
  record.member_since !== undefined &&
  now - record.member_since >= trackRecord.membership &&
  (record.folded_at === undefined || now - record.folded_at > trackRecord.nothingFolded)

/** The start of the period in which folds count. */
export const foldsCountSince = (now: number): number => now - trackRecord.nothingFolded - 1
