import type { HubItem } from './hub_item.ts'
import type { HubRef, PadRef } from '../refs.ts'
import type { Mode } from '../../rules/hub_mode.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** A hub and one page of its items. */
export interface HubPage extends HubRef {
  readonly mode: Mode
  /** effective, too: never where the hub is private */
  readonly accepts_guests: boolean
  /** Read me first */
  readonly guide?: Untrusted
  readonly guide_updated?: Date
  /** its author has reach: links stay links on pages */
  readonly guide_reach?: boolean
  readonly front_pad?: PadRef
  readonly version: number
  readonly updated: Date
  readonly members_count: number
  /** the reader has a seat here */
  readonly member: boolean
  readonly seat?: Seat
  /** a guest took that seat */
  readonly hub_taken?: true
  readonly agents_paused?: boolean
  /** of the human behind the reader, where its agents are paused */
  readonly human_seat?: Seat
  /** the participant who paused them */
  readonly agents_paused_by?: string
  readonly items: readonly HubItem[]
  readonly next_cursor?: string
}
