import type { PadTalk } from '../records/pad_talk.ts'
import type { SearchResult } from '../records/search_result.ts'
import type { HubItem } from '../records/hub_item.ts'
import type { HubSeen } from '../records/hub_seen.ts'
import type { Reaction } from '../rules/lists.ts'
import type { TaskCall } from '../rules/states.ts'
import type { Untrusted } from '../text/untrusted.ts'

/**
 * The values that pages and reading tools print. src/reading returns exactly these, already limited to what the reader
 * may see; nothing here reads further. Bodies, titles and names are Untrusted; ids, handles, slugs, numbers and dates
 * are plain. A field that does not apply is absent.
 */

export type Audience = 'public' | 'private'
export type Seat = 'owner' | 'helper' | 'member'

/** The participant behind a post, an edit or a check. */
export interface Person {
  readonly id: string
  readonly kind: 'human' | 'guest' | 'agent'
  readonly name: Untrusted
  readonly handle?: string
  /** of an agent: its human */
  readonly human?: { readonly id: string; readonly handle?: string; readonly name?: Untrusted }
  /** in the hub of these words; absent for members */
  readonly seat?: 'owner' | 'helper'
  /** verified reach; without it links become labels naming their host */
  readonly reach: boolean
  /** the account is suspended by the service's moderators */
  readonly suspended?: boolean
}

export interface HubRef {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  /** the effective audience: with public threads off every hub is private */
  readonly audience: Audience
}

export interface PadRef {
  readonly id: string
  readonly title: Untrusted
}

/** A post that a task or thread was made from, in its first words. */
export interface Ground {
  readonly post: string
  readonly seq: number
  readonly edits: number
  readonly thread: string
  /** the post is in another thread */
  readonly elsewhere?: boolean
  readonly by: Person
  readonly host?: string
  /** a fold reason */
  readonly folded?: string
  /** absent when deleted, folded or hidden */
  readonly said?: Untrusted
  /** characters of the whole post */
  readonly size?: number
}

/** A task or thread made from a post. */
export interface Led {
  readonly id: string
  /** the task's thread, or the thread itself */
  readonly thread: string
  readonly title: Untrusted
}

export type Reactions = Partial<Record<Reaction, number>>

export interface PostView {
  readonly id: string
  readonly seq: number
  readonly author: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly created: Date
  readonly edited?: Date
  /** number of edits; together with the id it identifies the text */
  readonly edits: number
  /** absent when deleted, or hidden from this reader */
  readonly body?: Untrusted
  /** for owner and helpers: the text before each edit, newest first */
  readonly earlier?: readonly { readonly edit: number; readonly until: Date; readonly text: Untrusted }[]
  readonly reply_to?: string
  readonly quote?: { readonly of: string; readonly text: Untrusted }
  readonly reactions?: Reactions
  /** the reader's own reactions */
  readonly yours?: readonly Reaction[]
  /** the reader is the author */
  readonly mine?: boolean
  /** marked as the thread's answer */
  readonly answer?: boolean
  /** a fold reason */
  readonly folded?: string
  readonly deleted?: boolean
  readonly hidden?: boolean
  /** threads and tasks made from it that the reader may open */
  readonly led?: readonly Led[]
}

export interface ThreadAbout {
  readonly pad: PadRef
  readonly section?: { readonly id: string; readonly heading: Untrusted }
  readonly flags_wrong?: boolean
  readonly source?: Untrusted
}

export interface TaskLine {
  readonly id: string
  readonly title: Untrusted
  readonly state: 'open' | 'assigned' | 'taken' | 'working' | 'blocked' | 'done' | 'cancelled'
  readonly assignee?: Person
  readonly reviewer?: Person
  readonly review?: 'waiting' | 'approved' | 'sent_back'
  readonly updated: Date
  readonly creator_id?: string
  /** the moves that the reader may make */
  readonly moves?: readonly TaskCall[]
  /** its position in the thread */
  readonly seq?: number
  /** increases with every take */
  readonly claim?: number
  readonly due?: Date
  /** when it reopens unless progress is reported */
  readonly idle?: Date
  /** what done means */
  readonly details?: Untrusted
  /** posts it was made from that the reader may open */
  readonly from?: readonly Ground[]
  /** the note of the block, decline or cancellation */
  readonly block_note?: Untrusted
  readonly result?: {
    readonly pad_id?: string
    readonly edit_id?: string
    readonly link?: Untrusted
    readonly summary?: Untrusted
    /** the reviewer's note */
    readonly review_note?: Untrusted
  }
}

/** The line of a task among the posts of its thread, numbered with them. */
export interface TaskMade {
  readonly task: string
  readonly seq: number
  readonly title: Untrusted
  readonly by: Person
  readonly host?: string
  readonly created: Date
}

export interface DecisionLine {
  readonly id: string
  readonly status: 'proposed' | 'decided' | 'turned_down' | 'withdrawn' | 'superseded'
  readonly text: Untrusted
  readonly reason?: Untrusted
  /** the options considered */
  readonly options?: readonly Untrusted[]
  /** the decision that it replaces */
  readonly supersedes?: string
  readonly by: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly at: Date
  readonly section_id?: string
  readonly thread_id?: string
  readonly post_id?: string
  /** the participant who accepted it or turned it down */
  readonly answerer?: Person
  readonly answered?: Date
  readonly answer_note?: Untrusted
  /** the decision that replaced it */
  readonly superseded_by?: string
  /** the answers that the reader may give */
  readonly answers?: readonly ReviewAnswer[]
}

/** The answers to a suggestion or decision: `check` accepts in a Checked hub, with a note of what was looked at. */
export type ReviewAnswer = 'accept' | 'turn_down' | 'withdraw' | 'check'

/** A thread and the requested posts. */
export interface ThreadPage {
  readonly id: string
  readonly hub: HubSeen
  readonly title: Untrusted
  readonly starter: Person
  readonly status: 'open' | 'answered' | 'folded'
  readonly fold_reason?: string
  /** hidden from all but owner and helpers */
  readonly hidden?: boolean
  /** id of the post marked as the answer */
  readonly answer?: string
  /** the participant who marked it */
  readonly answer_by?: Person
  readonly dispute?: 'open' | 'settled' | 'unresolved'
  readonly accepts_guests: boolean
  readonly locked?: boolean
  readonly about?: ThreadAbout
  /** posts it was made from that the reader may open */
  readonly from?: readonly Ground[]
  readonly version: number
  readonly last_seq: number
  readonly created: Date
  readonly updated: Date
  /** oldest first */
  readonly posts: readonly PostView[]
  /** tasks made between these posts, oldest first */
  readonly task_lines?: readonly TaskMade[]
  /** number of tasks made so far: each took a seq and is no post */
  readonly tasks_made?: number
  readonly has_older: boolean
  readonly has_newer: boolean
  readonly tasks?: readonly TaskLine[]
  readonly pads?: readonly (PadRef & {
    readonly version: number
    readonly via: 'about' | 'result' | 'decision' | 'mentioned'
  })[]
  readonly decisions?: readonly DecisionLine[]
  readonly members_count?: number
  readonly members?: readonly { readonly person: Person; readonly seat: Seat }[]
  /** in a public hub, started by an author with reach, neither folded nor hidden */
  readonly indexable: boolean
}

export type SectionStatus = 'settled' | 'open' | 'disputed' | 'unresolved' | 'stale'

export interface Check {
  readonly state: 'checked' | 'changed' | 'unchecked'
  readonly by?: Person
  readonly at?: Date
  readonly note?: Untrusted
}

/** The origin of a block's words. */
export interface Blame {
  readonly by: Person
  /** the verified host it came through, or the label of an unverified app */
  readonly host?: string
  readonly edit_id: string
  readonly version: number
  readonly at: Date
}

export interface BlockView {
  readonly id: string
  readonly rev: number
  readonly text: Untrusted
  /** the last editor, by id: one of `people` */
  readonly by?: string
  readonly blame?: Blame
}

/** The change that gave a section its current text. */
export interface LastChange {
  readonly id: string
  readonly version: number
  readonly kind: EditLine['kind']
  readonly by: Person
  readonly host?: string
  readonly at: Date
  readonly note?: Untrusted
  /** the reader may undo it */
  readonly undo?: boolean
}

export interface SectionView {
  readonly id: string
  /** 1 to 6; 0 for the Introduction, the text before the first heading */
  readonly level: number
  /** the heading's words without Markdown; `Introduction` at level 0 */
  readonly heading: Untrusted
  readonly status: SectionStatus
  readonly open_threads: number
  readonly words: number
  readonly rev: number
  /** edit war: only proposals are accepted */
  readonly suggestions_only?: boolean
  readonly check?: Check
  /** the source, heading line included; absent in an outline */
  readonly text?: Untrusted
  readonly blocks?: readonly BlockView[]
  readonly last?: LastChange
  /** changed by another participant since the reader's last visit */
  readonly changed_since_read?: boolean
  /** the text at the reader's last visit; absent when the section is new */
  readonly was?: Untrusted
  /** all its authors have reach; otherwise links become labels */
  readonly reach: boolean
}

export interface EditLine {
  readonly id: string
  readonly kind: 'edit' | 'suggestion' | 'undo' | 'accept' | 'batch_undo'
  readonly status: 'live' | 'undone' | 'proposed' | 'accepted' | 'turned_down' | 'withdrawn'
  readonly by: Person
  /** the verified host that it came through, or the label of an unverified app */
  readonly host?: string
  readonly at: Date
  readonly base_version: number
  readonly version?: number
  readonly section_ids: readonly string[]
  readonly merged: boolean
  readonly added_chars: number
  readonly removed_chars: number
  /** Checked hubs: when it is applied unchecked, unless answered before */
  readonly goes_in_at?: Date
  readonly note?: Untrusted
  /** of a suggestion: the new title */
  readonly title?: Untrusted
  /** the changes as Markdown text with + and - lines; of applied edits only when asked for */
  readonly changed?: Untrusted
  /** `changed` was cut */
  readonly changed_cut?: boolean
  /** the answers that the reader may give while it waits */
  readonly answers?: readonly ReviewAnswer[]
  /** the reader may undo it */
  readonly undo?: boolean
}

/** A thread about a pad, with its starter. */
export interface PadTalkView extends PadTalk {
  readonly starter: Person
}

export type PadAct =
  | 'edit_pad'
  | 'propose'
  | 'decide'
  | 'propose_decision'
  | 'verify'
  | 'undo_edit'
  | 'start_thread'
  | 'flag_wrong'
  | 'lock'
  | 'unlock'
  | 'hide'
  | 'show'
  | 'pin'
  | 'invite'

/** A whole pad. The renderer chooses which sections to print. */
export interface PadPage {
  readonly id: string
  readonly hub: HubSeen & { readonly mode: 'open' | 'checked' }
  readonly title: Untrusted
  /** the version read; `latest_version` is the newest */
  readonly version: number
  readonly latest_version: number
  readonly status: 'settled' | 'open' | 'disputed'
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
  readonly suggestions?: readonly EditLine[]
  readonly history?: readonly EditLine[]
  readonly decisions?: readonly DecisionLine[]
  readonly indexable: boolean
}

/** A hub and one page of its items. */
export interface HubPage extends HubRef {
  readonly mode: 'open' | 'checked'
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
  readonly agents_paused?: boolean
  /** the participant who paused them */
  readonly agents_paused_by?: string
  readonly items: readonly HubItem[]
  readonly next_cursor?: string
}

/** A row of Home and Explore: a thing and its hub. */
export interface LaneItem {
  readonly type: 'hub' | 'pad' | 'thread'
  readonly id: string
  readonly title: Untrusted
  readonly hub: HubSeen
  readonly status?: string
  readonly last_seq?: number
  readonly updated: Date
}

export type LaneName = 'pads' | 'open' | 'new' | 'guests'

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
    readonly lane: LaneName
    readonly items: readonly LaneItem[]
    readonly next_cursor?: string
  }[]
}

export interface BestMatch {
  readonly type: SearchResult['type']
  readonly id: string
  /** the quoted text; `key` identifies it and its version, `reach` is its author's */
  readonly quote?: { readonly key: string; readonly text: Untrusted; readonly reach: boolean }
}

/** One page of a search, best first; the first page has the best match quoted. */
export interface SearchPage {
  readonly best?: BestMatch
  readonly results: readonly SearchResult[]
  readonly next_cursor?: string
  readonly query_cut: boolean
}
