import type { HubPage } from './hub_page.ts'
import type { HubRef, HubSeen } from '../refs.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { Lane, PlaceKind } from '../../rules/closed_lists.ts'

/** A row of Home and Explore: a thing and its hub. */
export interface LaneItem {
  readonly type: PlaceKind
  readonly id: string
  readonly title: Untrusted
  readonly hub: HubSeen
  readonly status?: string
  readonly last_seq?: number
  readonly updated: Date
}

/** `/`: the front hub, and open public threads as questions, most recently changed first. */
export interface FrontPage {
  readonly hub?: HubPage
  readonly questions: readonly LaneItem[]
}

/** `/explore`: public hubs, then one page of every lane, or of one. */
export interface ExplorePage {
  readonly hubs: readonly (HubRef & {
    readonly members_count: number
    readonly updated: Date
    /** the reader may take a seat without asking */
    readonly joins: boolean
  })[]
  readonly lanes: readonly {
    readonly lane: Lane
    readonly items: readonly LaneItem[]
    readonly next_cursor?: string
  }[]
}
