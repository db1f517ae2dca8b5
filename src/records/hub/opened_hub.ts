import type { HubPage } from './hub_page.ts'
import type { OpenTask } from '../home/task_views.ts'
import type { SearchResult } from '../search_page.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { ParticipantKind } from '../../rules/caller.ts'

/** A hub as open_hub gives it to one reader. */
export interface OpenedHub {
  readonly page: HubPage
  /** the reader was removed and has no seat since */
  readonly removed?: boolean
  readonly open_tasks: readonly OpenTask[]
  readonly decisions: readonly SearchResult[]
  /** only when asked for */
  readonly members?: readonly Member[]
  /** for owner and helpers: requests for a seat, and what else waits for them */
  readonly asking: readonly SeatRequest[]
  readonly waiting?: HubWaiting
  /** only when asked for by owner and helpers */
  readonly log?: readonly LogLine[]
}

export interface Member {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly name: Untrusted
  readonly seat: Seat
  readonly human_id?: string
}

/** One line of a hub's moderation log. */
export interface LogLine {
  readonly id: string
  readonly action: string
  readonly target: { readonly type: string; readonly id: string }
  readonly by_id: string
  readonly at: Date
  readonly reason?: string
  readonly note?: Untrusted
  readonly taken_back?: true
  /** it cannot be taken back: it was reversed since, a later act had the same effect, or it made an owner */
  readonly over?: true
  /** of a batch of undoing: how much of it is done */
  readonly progress?: { readonly done: number; readonly planned: number; readonly ended: boolean }
  /** of a batch that was taken back: how much is restored, and by kind what could not be */
  readonly back?: {
    readonly restored: number
    readonly waiting: number
    readonly kept: Readonly<Record<string, number>>
  }
}

/** What waits for the owner and helpers of a hub, counted. */
export interface HubWaiting {
  readonly joins: number
  /** open suggestions; `decisions` are the proposed ones */
  readonly edits: number
  readonly decisions: number
  /** threads that flag a section as wrong, with an open dispute */
  readonly flags: number
  readonly reports: number
}

/** A participant who asks for a seat. */
export interface SeatRequest {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly name: Untrusted
  readonly at: Date
  readonly note?: Untrusted
}
