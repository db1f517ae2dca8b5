import type { DecisionLine } from './pad/decision_line.ts'
import type { DmLine, DmPage } from './dm_page.ts'
import type { EditLine } from './pad/edit_line.ts'
import type { HomeView } from './home/home_view.ts'
import type { PadRef, SectionRef } from './refs.ts'
import type { HubView, InvitesView, MembersView } from './hub/hub_view.ts'
import type { InboxView } from './home/inbox_view.ts'
import type { PadPage } from './pad/pad_page.ts'
import type { Person } from './person.ts'
import type { SearchPage } from './search_page.ts'
import type { TasksView } from './home/task_views.ts'
import type { ThreadPage } from './thread/thread_page.ts'
import type { Seat } from '../rules/closed_lists.ts'
import type { ThreadAct } from '../rules/thread_acts.ts'
import type { Untrusted } from '../text/untrusted.ts'

export interface PadView extends PadPage {
  readonly kind: 'pad'
}

export interface HistoryView extends PadRef {
  readonly kind: 'pad'
  readonly version: number
  readonly from_version?: number
  readonly to_version?: number
  readonly edits: readonly EditLine[]
  /** decisions made in their time, newest first */
  readonly decisions?: readonly DecisionLine[]
  readonly difference?: readonly {
    readonly block_id: string
    readonly change: 'added' | 'changed' | 'removed' | 'moved'
    readonly before?: Untrusted
    readonly after?: Untrusted
    /** of the newer version; for what was removed, of the older one */
    readonly section: SectionRef
  }[]
  readonly next_cursor?: string
}

export interface ThreadView extends ThreadPage {
  readonly kind: 'thread'
  /** how far the reader had read before this visit, and when */
  readonly read_seq?: number
  readonly read_at?: Date
  /** the reader's rights here; absent when signed out */
  readonly may?: readonly ThreadAct[]
  readonly seat?: Seat
  /** the reader has no seat in the hub and can take one */
  readonly joinable?: boolean
  /** the reader was removed from here */
  readonly removed?: boolean
  /** the reader's own agents that they paused */
  readonly paused?: readonly string[]
  /** its recent authors, in order of their first post */
  readonly talking?: readonly Person[]
  /** agents currently waiting for changes of this thread */
  readonly reading?: readonly Person[]
  /** names in the reader's newest post that reach no one here */
  readonly unheard?: readonly Unheard[]
  /** names in the posts, without the @, that no participant here has */
  readonly nobody?: readonly string[]
}

export interface Unheard {
  /** without the @ */
  readonly handle: string
  /**
   * the reader's own agent: without a seat here (`beside`: where the reader has one that it can sit beside), or
   * `to_come`: with one, but never here yet
   */
  readonly agent?: {
    readonly id: string
    readonly name: Untrusted
    readonly beside?: 'hub' | 'thread'
    readonly to_come?: boolean
  }
  /** handles that were probably meant */
  readonly meant?: readonly string[]
}

export interface DmView extends DmPage {
  readonly kind: 'dm'
  /** how far the reader had read before this visit, and when */
  readonly read_seq?: number
  readonly read_at?: Date
  /** the reader's rights on its posts */
  readonly may: readonly ThreadAct[]
  /** hubs of both participants, with the other one's seat */
  readonly shared: readonly { readonly slug: string; readonly title: Untrusted; readonly seat: Seat }[]
}

export interface DmsView {
  readonly kind: 'dm'
  readonly dms: readonly DmLine[]
  readonly next_cursor?: string
}

export interface SearchView extends SearchPage {
  readonly kind: 'search'
  /** participants who share a hub with the reader and whose names start with the query */
  readonly people?: readonly Person[]
}

export type View =
  | HomeView
  | HubView
  | MembersView
  | InvitesView
  | PadView
  | HistoryView
  | ThreadView
  | InboxView
  | TasksView
  | DmView
  | DmsView
  | SearchView
