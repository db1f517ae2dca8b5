import type { Caller } from '../../../src/rules/caller.ts'
import { conflict, invalid, unreadable } from '../../../src/rules/errors.ts'
import { inbox } from '../../../src/rules/limits.ts'
import { isKeeper } from '../../../src/rules/readability/readable.ts'
import { may } from '../../../src/rules/rights.ts'
import { canMove, decisionMoves } from '../../../src/rules/states/edit_moves.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Section } from '../../../src/text/sections.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerDecisions, insertDecisions } from '../../../sql/effects/pad/decisions.ts'
import { decisions, postersIn, type Replaced } from '../../../sql/facts/pad/decisions.ts'
import type { Answerer } from '../../../sql/facts/pad/answerers.ts'
import { parents } from '../../../sql/facts/thread/posts.ts'
import { type ThreadPlace, threadPlaces } from '../../../sql/facts/thread/thread_places.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { notice, type NoticeOf } from '../../notices.ts'
import type { Facts, Tell } from '../../runtime/actor.ts'
import { notifyAnswerers } from '../suggestions/notify_answerers.ts'
import type { Access } from '../../moderation/place.ts'
import { mayAct } from '../access.ts'
import { authorship } from '../editing/authorship.ts'
import { isInEditWar, type Pad } from '../state.ts'

/** What the group decided, or what a participant proposes to decide. It never changes the pad's text by itself. */
export interface NewDecision {
  readonly decision_id: string
  readonly text: Untrusted
  readonly reason?: Untrusted
  readonly options?: readonly Untrusted[]
  readonly thread_id?: string
  readonly post_id?: string
  readonly section_id?: string
  readonly supersedes?: string
}

export function neededToDecide(decision: NewDecision | undefined, { public_on }: World) {
  const { thread_id, post_id, supersedes } = decision ?? {}
  return {
    places: threadPlaces.ofAll(thread_id === undefined ? [] : [thread_id]),
    posts: parents.ofAll(post_id === undefined ? [] : [post_id]),
    older: decisions.ofAll(supersedes === undefined ? [] : [supersedes]),
    posters: postersIn.ofAll([thread_id, supersedes].flatMap((id) => (id === undefined ? [] : [{ id, public_on }]))),
  }
}

export type DecisionFacts = Facts<ReturnType<typeof neededToDecide>> & {
  readonly answerers: ReadonlyMap<string, readonly Answerer[]>
}

export interface RecordedDecision {
  readonly reply: { readonly decision_id: string; readonly status: 'decided' | 'proposed' }
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
}

interface Recording {
  readonly sections: readonly Section[]
  /** the edit or suggestion it comes with */
  readonly edit_id?: string
  /** its author only proposes it, even with the right to decide */
  readonly propose?: boolean | undefined
  readonly now: number
}

/**
 * Records a decision: decided at once by an author who may edit live there, unless they only propose it, or are a chat
 * assistant without a click; else it waits. About a section that takes suggestions only, nothing is decided at once.
 */
export function record(
  pad: Pad,
  caught: Access,
  decision: NewDecision,
  facts: DecisionFacts,
  { sections, edit_id, propose, now }: Recording,
): RecordedDecision {
  const decides = !propose && may('decide', caught.asked) === true && !isInEditWar(pad, decision.section_id)
  const status = decides ? 'decided' : 'proposed'
  // a sub-agent that edits there decides, though it has no right to propose
  mayAct(status === 'decided' ? 'decide' : 'propose_decision', pad, caught)
  const { by } = caught.asked
  const { thread_id, supersedes } = decision
  checkAnchors(pad, caught, decision, facts, sections)
  const older = supersedes === undefined ? undefined : supersedable(pad, facts.older.get(supersedes))
  const at = new Date(now).toISOString()
  return {
    reply: { decision_id: decision.decision_id, status },
    effects: [
      insertDecisions(presentAs({ ...rowOf(pad, decision), ...authorship(by), status, at, edit_id })),
      ...(older && status === 'decided' ? [superseded(older.id, decision.decision_id, by.id, at)] : []),
    ],
    tell: [
      ...decidedIn([thread_id, status === 'decided' ? older?.thread_id : undefined]),
      ...noticesOf(pad, by, decision, { status, older, facts, now }),
    ],
  }
}

interface Recorded {
  readonly status: RecordedDecision['reply']['status']
  readonly older: Replaced | undefined
  readonly facts: DecisionFacts
  readonly now: number
}

/** Who may answer a proposed decision hears of it; of a decided one those who posted in its threads. */
function noticesOf(
  pad: Pad,
  by: Caller,
  { decision_id, thread_id }: NewDecision,
  { status, older, facts, now }: Recorded,
): readonly Tell[] {
  const tied = present({ thread_id })
  if (status === 'proposed') {
    return notifyAnswerers(pad, 'decision', facts.answerers, {
      by,
      now,
      kind: 'decision_waiting',
      decision_id,
      ...tied,
    })
  }
  const about = { from_id: by.id, from_kind: by.kind, hub_id: pad.hub_id, pad_id: pad.id, ...tied }
  return [
    ...decisionNotices(facts.posters.get(thread_id ?? ''), now, { ...about, decision_id, reason: 'decided' }),
    ...(older ? supersededNotices(older, facts.posters.get(older.id), about, now) : []),
  ]
}

const rowOf = (pad: Pad, { decision_id: id, text, options = [], reason, ...tied }: NewDecision) => {
  const { thread_id, post_id, section_id, supersedes } = tied
  return present({
    id,
    pad_id: pad.id,
    hub_id: pad.hub_id,
    text,
    options,
    reason,
    thread_id,
    post_id,
    section_id,
    supersedes,
  })
}

export const superseded = (id: string, by: string, answered_by: string, at: string): Effect =>
  answerDecisions({ id, status: 'superseded', superseded_by: by, never_accepted: false, answered_by, answered_at: at })

/** Supersedes a proposal by another of its options. */
export const chosenOver = (id: string, by: string, answered_by: string, at: string): Effect =>
  answerDecisions({ id, status: 'superseded', superseded_by: by, never_accepted: true, answered_by, answered_at: at })

/** Tells the threads on whose pages a decision stands, so that their versions move with it. */
export const decidedIn = (threads: readonly (string | undefined)[]): Tell[] =>
  [...new Set(threads)].flatMap((id) =>
    id === undefined ? [] : [{ actor: 'thread', id, operation: 'decided', args: {} }],
  )

type About = Omit<NoticeOf<'decision_made'>, 'kind'>

/** Notifies those who posted in its thread in the last 14 days. */
export const decisionNotices = (
  posters: readonly { id: string; at: number }[] | undefined,
  now: number,
  about: About,
): Tell[] =>
  (posters ?? [])
    .filter(({ at }) => now - at <= inbox.decisionHeardBy)
    .map(({ id }) => notice(id, { kind: 'decision_made', ...about }))

export const supersededNotices = (
  older: Replaced,
  posters: readonly { id: string; at: number }[] | undefined,
  { thread_id: _thread, ...about }: About,
  now: number,
): Tell[] =>
  decisionNotices(posters, now, {
    ...about,
    decision_id: older.id,
    ...present({ thread_id: older.thread_id }),
    reason: 'superseded',
  })

function checkAnchors(
  pad: Pad,
  { standing }: Access,
  { thread_id, post_id, section_id }: NewDecision,
  { places, posts }: DecisionFacts,
  sections: readonly Section[],
): void {
  if (thread_id !== undefined) inThisHub(pad, places.get(thread_id), isKeeper(standing))
  if (post_id !== undefined && (thread_id === undefined || posts.get(post_id)?.thread_id !== thread_id)) {
    throw invalid('target', 'decision.post_id must be a post of decision.thread_id. Send both, or only the thread.')
  }
  if (section_id !== undefined && !sections.some(({ id }) => id === section_id)) {
    throw invalid('unknown_section', 'This pad has no such section. open_pad with outline lists those it has.')
  }
}

/** Returns a thread of the pad's own hub that the caller may see; any other counts as missing. */
export function inThisHub(pad: Pad, thread: ThreadPlace | undefined, keeper: boolean): ThreadPlace {
  if (!thread || thread.hub_id !== pad.hub_id || (thread.hidden && !keeper)) throw unreadable('thread')
  return thread
}

/** Returns the decision that another one replaces: a standing one, on the same pad. */
export function supersedable(pad: Pad, older: Replaced | undefined): Replaced {
  if (!older || older.pad_id !== pad.id) throw unreadable('decision')
  if (canMove(decisionMoves, older.status, 'superseded')) return older
  if (older.status === 'superseded') {
    throw conflict('already_answered', 'Another decision replaced that one before. Read them with open_pad.', {
      state: older.status,
    })
  }
  throw invalid('target', 'Only a decision that stands can be superseded. Answer this one with review instead.')
}
