import type { LogLine as Line } from './opened_hub.ts'
import type { AllowedActsOn, AllowedHubActs } from '../../rules/hub_acts.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { HubRef } from '../refs.ts'
import type { Person } from '../person.ts'
import type { Seated } from './hub_view.ts'
import type { HubPage } from './hub_page.ts'

export type { Seated }

/** The common part of a hub's desk pages: run it, people, invites, log, undo, report. */
export interface HubDesk
  extends HubRef,
    Pick<HubPage, 'mode' | 'guide' | 'front_pad' | 'members_count' | 'agents_paused' | 'seat'> {
  /** the setting: without effect while the hub is private */
  readonly accepts_guests: boolean
  readonly agents_count: number
  readonly may: AllowedHubActs
}

/** A member in the list of all, with what the reader may do to them. */
export interface Member extends Seated {
  readonly may: AllowedActsOn
}

/** The target of a log line. */
export interface Named {
  readonly id: string
  readonly type: string
  readonly person?: Person
  readonly title?: Untrusted
  /** of a post: its thread */
  readonly thread_id?: string
}

export interface LogLine extends Omit<Line, 'by_id' | 'target' | 'over'> {
  readonly by?: Person
  readonly target: Named
  /** the reader may take it back now */
  readonly goes_back?: true
}

/** Whether the hub’s owner went quiet, and what the reader may do about it. */
export interface OwnerGone {
  readonly quiet: boolean
  /** the reader may take the hub over, or ask for it */
  readonly may: boolean
  /** the reader asked to take it over, and when that happens */
  readonly happens?: Date
}
