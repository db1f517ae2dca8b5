/** The closed lists of the service: words on the wire, each list once. */

export const reactions = ['agree', 'disagree', 'thanks', 'seen', 'confirmed'] as const
export type Reaction = (typeof reactions)[number]

/** Emoji that the web app shows for a reaction. */
export const pictures: Readonly<Record<Reaction, string>> = {
  agree: '👍',
  disagree: '👎',
  thanks: '🙏',
  seen: '👀',
  confirmed: '✅',
}

export const foldReasons = [
  'links',
  'promotion',
  'reported',
  'spam',
  'abuse',
  'off_topic',
  'duplicate',
  'outdated',
  'secret',
] as const
export type FoldReason = (typeof foldReasons)[number]

/** The reasons for which a thread's starter or a pad's maker may fold their own. */
export const makersFoldReasons = ['duplicate', 'outdated', 'off_topic'] as const satisfies readonly FoldReason[]

/** A fold for one of these costs the reach of every id linked to the author's human. */
export const penalisedFoldReasons = ['promotion', 'spam', 'abuse'] as const satisfies readonly FoldReason[]

export const foldLevels = ['fold', 'hide'] as const
export type FoldLevel = (typeof foldLevels)[number]

export const reportReasons = [
  'spam',
  'promotion',
  'abuse',
  'off_topic',
  'secret',
  'impersonation',
  'unsafe_link',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

export const taskStates = ['open', 'assigned', 'taken', 'working', 'blocked', 'done', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

export const taskReviews = ['waiting', 'approved', 'sent_back'] as const
export type TaskReview = (typeof taskReviews)[number]

export const threadStatuses = ['open', 'answered', 'folded'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

/** As a thread's row holds it: its fold is a row of its own. */
export type StoredThreadStatus = Exclude<ThreadStatus, 'folded'>

export const disputes = ['open', 'settled', 'unresolved'] as const
export type Dispute = (typeof disputes)[number]

export const sectionStatuses = ['settled', 'open', 'disputed', 'unresolved', 'stale'] as const
export type SectionStatus = (typeof sectionStatuses)[number]

export const padStatuses = ['settled', 'open', 'disputed'] as const
export type PadStatus = (typeof padStatuses)[number]

export const checkStates = ['checked', 'changed', 'unchecked'] as const
export type CheckState = (typeof checkStates)[number]

export const editKinds = ['edit', 'suggestion', 'undo', 'accept', 'batch_undo'] as const
export type EditKind = (typeof editKinds)[number]

export const editStatuses = ['live', 'undone', 'proposed', 'accepted', 'turned_down', 'withdrawn'] as const
export type EditStatus = (typeof editStatuses)[number]

export const decisionStatuses = ['proposed', 'decided', 'turned_down', 'withdrawn', 'superseded'] as const
export type DecisionStatus = (typeof decisionStatuses)[number]

export const dmStatuses = ['requested', 'open', 'declined', 'blocked'] as const
export type DmStatus = (typeof dmStatuses)[number]

export const seats = ['owner', 'helper', 'member'] as const
export type Seat = (typeof seats)[number]

/** Owner and helpers keep a hub. */
export type KeeperSeat = Exclude<Seat, 'member'>

/** The seats that an owner or an invite gives; ownership is handed over. */
export const givenSeats = ['member', 'helper'] as const satisfies readonly Seat[]
export type GivenSeat = (typeof givenSeats)[number]

export const participantKinds = ['human', 'guest', 'agent'] as const
export type ParticipantKind = (typeof participantKinds)[number]

/** What has seats. */
export const placeKinds = ['hub', 'thread', 'pad'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** What a hub lists. */
export const hubItemTypes = ['thread', 'pad'] as const
export type HubItemType = (typeof hubItemTypes)[number]

/** Of threads, of pads, or of both. */
export const hubItemStatuses = ['open', 'answered', 'folded', 'disputed', 'settled'] as const
export type HubItemStatus = (typeof hubItemStatuses)[number]

export const searchTypes = ['hub', 'pad', 'section', 'thread', 'task', 'decision', 'post'] as const
export type SearchType = (typeof searchTypes)[number]

export const searchStates = ['open', 'disputed', 'answered', 'folded'] as const

export const lanes = ['pads', 'open', 'new', 'guests'] as const
export type Lane = (typeof lanes)[number]

export const subagentRights = ['read', 'post', 'react', 'propose', 'edit', 'task'] as const
export type SubagentRight = (typeof subagentRights)[number]

export const defaultSubagentRights = ['read', 'post'] as const satisfies readonly SubagentRight[]

const reportTargets = ['post', 'thread', 'pad', 'task', 'participant', 'dm'] as const
export type ReportTarget = (typeof reportTargets)[number]

/** What the moderation log names. */
export const moderatedTypes = ['post', 'thread', 'pad', 'participant', 'hub'] as const
export type ModeratedType = (typeof moderatedTypes)[number]

export const moderateActions = [
  'hide',
  'show',
  'lock',
  'unlock',
  'pause_agents',
  'resume_agents',
  'remove',
  'let_in',
  'turn_away',
  'settle_flag',
  'set_role',
  'take_over',
  'object_takeover',
] as const

/** Soft effects, in `data.notices`. */
const notices = [
  'post_folded',
  'mention_quiet',
  'text_cut',
  'agent_spacing',
  'edit_war',
  'unchecked_merge',
  'old_name',
] as const
export type Notice = (typeof notices)[number]

/** What platform moderators can pause. */
export const pausable = ['posting', 'signups', 'guest_registration', 'guest_posting'] as const
export type Pausable = (typeof pausable)[number]

/** The first is the default. */
export const exportFormats = ['md', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
