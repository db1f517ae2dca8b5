import type { Audience } from '../../rules/hub_audience.ts'
import type { Seat } from '../../rules/closed_lists.ts'

interface ByReader {
  readonly hub_seat?: Seat | undefined
  readonly removed: boolean
  readonly audience: Audience
}

/** Whether the reader of a thread or pad has no seat in its hub and can take one; true or absent, as views have it. */
export const joinable = ({ hub_seat, removed, audience }: ByReader): true | undefined =>
  (hub_seat === undefined && !removed && audience === 'public') || undefined
