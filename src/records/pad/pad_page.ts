import type { DecisionLine } from './decision_line.ts'
import type { EditLine } from './edit_line.ts'
import type { HubSeen } from '../refs.ts'
import type { Person } from '../person.ts'
import type { SectionView } from './section.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { padEtag } from '../version_and_etag.ts'
import type { Mode } from '../../rules/hub_mode.ts'
import type { PadStatus, Dispute, ThreadStatus } from '../../rules/closed_lists.ts'
import type { PadAct } from '../../rules/pad_acts.ts'

/** A thread about a pad, with its starter. */
export interface PadTalkView extends PadTalk {
  readonly starter: Person
}

/** A whole pad. The renderer chooses which sections to print. */
export interface PadPage {
  readonly id: string
  readonly hub: HubSeen & { readonly mode: Mode }
  readonly title: Untrusted
  /** the version read; `latest_version` is the newest */
  readonly version: number
  readonly latest_version: number
  readonly status: PadStatus
  readonly created: Date
  readonly updated: Date
  readonly fold_reason?: string
  /** hidden from all but owner and helpers */
  readonly hidden?: boolean
  readonly locked?: boolean
  /** listed before the hub's other pads */
  readonly pinned?: boolean
  readonly sections: readonly SectionView[]
  /** a section's status or check changed after this version; the ETag reflects it */
  readonly moved: boolean
  readonly threads?: readonly Omit<PadTalk, 'posts' | 'updated' | 'source'>[]
  /** open threads and disputes, most recently moved first */
  readonly talk?: readonly PadTalkView[]
  /** authors of the current paragraphs */
  readonly people?: readonly Person[]
  /** the version that the reader saw at their last visit */
  readonly read?: { readonly version: number; readonly at: Date }
  /** the reader's rights here, by name */
  readonly may?: readonly PadAct[]
  /** the reader has no seat in the hub and can take one */
  readonly joinable?: boolean
  /** of an earlier version: the reader may bring it back, or suggest that */
  readonly returns?: boolean
  /** the reader was removed from here */
  readonly removed?: boolean
  readonly suggestions?: readonly EditLine[]
  readonly history?: readonly EditLine[]
  readonly decisions?: readonly DecisionLine[]
  readonly indexable: boolean
}

/** A pad's state without participants' words, in this order in its front matter and in the data of tools. */
export const padFields = (page: PadPage) => ({
  version: page.version,
  etag: padEtag(page),
  updated: page.updated.toISOString(),
  status: page.status,
})

/** A thread about a pad, without its starter. */
export interface PadTalk {
  readonly id: string
  readonly title: Untrusted
  readonly section_id?: string
  readonly flags_wrong: boolean
  readonly dispute?: Dispute
  readonly status: ThreadStatus
  readonly posts: number
  readonly updated: Date
  /** what a flag cites */
  readonly source?: Untrusted
}
