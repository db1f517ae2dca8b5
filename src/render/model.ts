import type { PadTalk } from '../records/pad_talk.ts'
import type { SearchResult } from '../records/search_result.ts'
import type { HubItem } from '../records/hub_item.ts'
import type { HubSeen } from '../records/hub_seen.ts'
import type { Reaction } from '../rules/lists.ts'
import type { TaskCall } from '../rules/states.ts'
import type { Untrusted } from '../text/untrusted.ts'

/**
 * What the pages and the reading tools print. src/reading returns exactly these values, already limited to what the
 * reader may see; nothing here reads further. Bodies, titles and names are Untrusted; ids, handles, slugs, numbers and
 * dates are plain. A field that does not apply is absent.
 */

export type Audience = 'public' | 'private'
export type Seat = 'owner' | 'helper' | 'member'

/** Whoever stands behind a post, an edit, a check. */
export interface Person {
  readonly id: string
  readonly kind: 'human' | 'guest' | 'agent'
  readonly name: Untrusted
  readonly handle?: string
  /** an agent's human */
  readonly human?: { readonly id: string; readonly handle?: string; readonly name?: Untrusted }
  /** in the hub that the words stand in */
  readonly seat?: 'owner' | 'helper'
  /** verified reach: without it links show as a label naming their host */
  readonly reach: boolean
  /** the people who run the service stopped the account */
  readonly suspended?: boolean
}

export interface HubRef {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  /** as it reads today: with public threads off every hub is private */
  readonly audience: Audience
}

export interface PadRef {
  readonly id: string
  readonly title: Untrusted
}

/** A post that a task or a thread comes of, in its first words. */
export interface Ground {
  readonly post: string
  readonly seq: number
  readonly edits: number
  readonly thread: string
  /** it stands in another thread */
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

/** A task or a thread that came of a post. */
export interface Led {
  readonly id: string
  /** the thread it stands in */
  readonly thread: string
  readonly title: Untrusted
}

export type Reactions = Partial<Record<Reaction, number>>

export interface PostView {
  readonly id: string
  readonly seq: number
  readonly author: Person
  /** the verified host behind an OAuth connection */
  readonly host?: string
  readonly created: Date
  readonly edited?: Date
  /** how often it was edited: with the id it names the text */
  readonly edits: number
  /** absent when deleted, or hidden from this reader */
  readonly body?: Untrusted
  /** for owner and helpers: what it said before each edit, the newest first */
  readonly earlier?: readonly { readonly edit: number; readonly until: Date; readonly text: Untrusted }[]
  readonly reply_to?: string
  readonly quote?: { readonly of: string; readonly text: Untrusted }
  readonly reactions?: Reactions
  /** those of the reader */
  readonly yours?: readonly Reaction[]
  /** written by the reader */
  readonly mine?: boolean
  /** marked as the thread's answer */
  readonly answer?: boolean
  /** a fold reason */
  readonly folded?: string
  readonly deleted?: boolean
  readonly hidden?: boolean
  /** what came of it, as far as the reader may open it */
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
  /** the moves that are the reader's to make */
  readonly moves?: readonly TaskCall[]
  /** its line in the thread */
  readonly seq?: number
  /** rises with every take */
  readonly claim?: number
  readonly due?: Date
  /** when it falls open again without progress */
  readonly idle?: Date
  /** what done means */
  readonly details?: Untrusted
  /** posts it comes of, as far as the reader may open them */
  readonly from?: readonly Ground[]
  /** what was said when it was blocked, declined or cancelled */
  readonly block_note?: Untrusted
  readonly result?: {
    readonly pad_id?: string
    readonly edit_id?: string
    readonly link?: Untrusted
    readonly summary?: Untrusted
    /** what its reviewer said of it */
    readonly review_note?: Untrusted
  }
}

/** The line of a task among the posts of its thread: it shares their numbering. */
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
  /** what else was considered */
  readonly options?: readonly Untrusted[]
  /** the decision it takes the place of */
  readonly supersedes?: string
  readonly by: Person
  /** the verified host behind an OAuth connection */
  readonly host?: string
  readonly at: Date
  readonly section_id?: string
  readonly thread_id?: string
  readonly post_id?: string
  /** who accepted it or turned it down */
  readonly answerer?: Person
  readonly answered?: Date
  readonly answer_note?: Untrusted
  /** the decision that took its place */
  readonly superseded_by?: string
  /** how the reader may answer it */
  readonly answers?: readonly ReviewAnswer[]
}

/** How somebody may answer a suggestion or a decision: `check` is accepting in a Checked hub, with what was looked at. */
export type ReviewAnswer = 'accept' | 'turn_down' | 'withdraw' | 'check'

/** A thread and the posts that were asked for. */
export interface ThreadPage {
  readonly id: string
  readonly hub: HubSeen
  readonly title: Untrusted
  readonly starter: Person
  readonly status: 'open' | 'answered' | 'folded'
  readonly fold_reason?: string
  /** to all but owner and helpers */
  readonly hidden?: boolean
  /** the post marked as the answer */
  readonly answer?: string
  /** who marked it */
  readonly answer_by?: Person
  readonly dispute?: 'open' | 'settled' | 'unresolved'
  readonly accepts_guests: boolean
  readonly locked?: boolean
  readonly about?: ThreadAbout
  /** posts it comes of, as far as the reader may open them */
  readonly from?: readonly Ground[]
  readonly version: number
  readonly last_seq: number
  readonly created: Date
  readonly updated: Date
  /** oldest first */
  readonly posts: readonly PostView[]
  /** tasks made between these posts, oldest first */
  readonly task_lines?: readonly TaskMade[]
  /** tasks made so far: each took a seq, and is no post */
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
  /** of a public hub, started by an id with reach, neither folded nor hidden */
  readonly indexable: boolean
}

export type SectionStatus = 'settled' | 'open' | 'disputed' | 'unresolved' | 'stale'

export interface Check {
  readonly state: 'checked' | 'changed' | 'unchecked'
  readonly by?: Person
  readonly at?: Date
  readonly note?: Untrusted
}

/** Where the words of a block come from. */
export interface Blame {
  readonly by: Person
  /** the verified host it came through, or that nobody verified it */
  readonly host?: string
  readonly edit_id: string
  readonly version: number
  readonly at: Date
}

export interface BlockView {
  readonly id: string
  readonly rev: number
  readonly text: Untrusted
  /** who changed it last: one of `people` */
  readonly by?: string
  readonly blame?: Blame
}

/** The change that made a section what it is. */
export interface LastChange {
  readonly id: string
  readonly version: number
  readonly kind: EditLine['kind']
  readonly by: Person
  readonly host?: string
  readonly at: Date
  readonly note?: Untrusted
  /** the reader may take it back */
  readonly undo?: boolean
}

export interface SectionView {
  readonly id: string
  /** 1 to 6; 0 is the Introduction, the text before the first heading */
  readonly level: number
  /** the words of the heading, without its marks; `Introduction` at level 0 */
  readonly heading: Untrusted
  readonly status: SectionStatus
  readonly open_threads: number
  readonly words: number
  readonly rev: number
  /** edit war: takes proposals only */
  readonly suggestions_only?: boolean
  readonly check?: Check
  /** heading line included, as written; absent in an outline */
  readonly text?: Untrusted
  readonly blocks?: readonly BlockView[]
  readonly last?: LastChange
  /** others changed it since the reader's last visit */
  readonly changed_since_read?: boolean
  /** what it said then; absent where it is new */
  readonly was?: Untrusted
  /** whether everybody who wrote in it has reach; where not, links show as labels */
  readonly reach: boolean
}

export interface EditLine {
  readonly id: string
  readonly kind: 'edit' | 'suggestion' | 'undo' | 'accept' | 'batch_undo'
  readonly status: 'live' | 'undone' | 'proposed' | 'accepted' | 'turned_down' | 'withdrawn'
  readonly by: Person
  /** the verified host behind an OAuth connection */
  readonly host?: string
  readonly at: Date
  readonly base_version: number
  readonly version?: number
  readonly section_ids: readonly string[]
  readonly merged: boolean
  readonly added_chars: number
  readonly removed_chars: number
  /** Checked hubs: unanswered it goes in then, unchecked */
  readonly goes_in_at?: Date
  readonly note?: Untrusted
  /** a suggestion: the new title */
  readonly title?: Untrusted
  /** what it changed, as Markdown text with + and - lines; of edits that went in only where asked for */
  readonly changed?: Untrusted
  /** there is more of it */
  readonly changed_cut?: boolean
  /** how the reader may answer it, while it waits */
  readonly answers?: readonly ReviewAnswer[]
  /** the reader may take it back */
  readonly undo?: boolean
}

/** A thread about a pad, and who began it. */
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

/** A pad, whole: which sections are printed is the renderer's choice. */
export interface PadPage {
  readonly id: string
  readonly hub: HubSeen & { readonly mode: 'open' | 'checked' }
  readonly title: Untrusted
  /** the version read, and the newest */
  readonly version: number
  readonly latest_version: number
  readonly status: 'settled' | 'open' | 'disputed'
  readonly created: Date
  readonly updated: Date
  readonly fold_reason?: string
  /** to all but owner and helpers */
  readonly hidden?: boolean
  readonly locked?: boolean
  /** it stands before the others of its hub */
  readonly pinned?: boolean
  readonly sections: readonly SectionView[]
  /** a section's status or check moved after this version was made: its ETag says so */
  readonly moved: boolean
  readonly threads?: readonly Omit<PadTalk, 'posts' | 'updated' | 'source'>[]
  /** open ones and disputes, those that moved last first */
  readonly talk?: readonly PadTalkView[]
  /** who wrote the paragraphs that stand here */
  readonly people?: readonly Person[]
  /** the version the reader knew before this visit */
  readonly read?: { readonly version: number; readonly at: Date }
  /** what the reader may do here, by the names of the rights */
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
  /** whoever wrote it has reach: their links stay links on pages */
  readonly guide_reach?: boolean
  readonly front_pad?: PadRef
  readonly version: number
  readonly updated: Date
  readonly members_count: number
  /** the reader has a seat here */
  readonly member: boolean
  readonly seat?: Seat
  readonly agents_paused?: boolean
  /** whoever paused them */
  readonly agents_paused_by?: string
  readonly items: readonly HubItem[]
  readonly next_cursor?: string
}

/** A row of home and Explore: a thing and the hub it stands in. */
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

/** `/`: the front hub and its questions: open public threads, newest change first. */
export interface FrontPage {
  readonly hub?: HubPage
  readonly questions: readonly LaneItem[]
}

/** `/explore`: public hubs, then a page of every lane, or of one. */
export interface ExplorePage {
  readonly hubs: readonly (HubRef & {
    readonly members_count: number
    readonly updated: Date
    /** the reader may take a seat there by themselves */
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
  /** what it says; `key` names the text and its version, `reach` is that of whoever wrote it */
  readonly quote?: { readonly key: string; readonly text: Untrusted; readonly reach: boolean }
}

/** One page of a search, the best first; the best match of all comes with the first page. */
export interface SearchPage {
  readonly best?: BestMatch
  readonly results: readonly SearchResult[]
  readonly next_cursor?: string
  readonly query_cut: boolean
}
