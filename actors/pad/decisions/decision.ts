import type { Caller } from '../../../src/rules/caller.ts'
import { conflict, invalid, unreadable } from '../../../src/rules/errors.ts'
import { inbox } from '../../../src/rules/limits.ts'
import { may } from '../../../src/rules/rights.ts'
import { decisionMoves } from '../../../src/rules/states/decision_moves.ts'
import { canMove } from '../../../src/rules/states/moves.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Section } from '../../../src/text/sections.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Effect } from '../../../sql/effect.ts'
import { type DecisionRow, answerDecisions, insertDecisions } from '../../../sql/effects/pad/decisions.ts'
import { decisions, type Poster, postersIn, type Replaced } from '../../../sql/facts/pad/decisions.ts'
import type { Answerer } from '../../../sql/facts/pad/answerers.ts'
import { parents } from '../../../sql/facts/thread/posts.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { from, notice, type NoticeOf } from '../../notices.ts'
import type { Facts, Tell } from '../../runtime/actor.ts'
import { notifyAnswerers } from '../suggestions/notify_answerers.ts'
import type { Access } from '../../seats/place.ts'
import { placeOfThread, threadNamed } from '../../thread_named.ts'
import { mayAct } from '../access.ts'
import { authorship } from '../editing/authorship.ts'
import { noSuchSection } from '../no_such_section.ts'
import { isInEditWar, type Pad } from '../state.ts'

/** What the group decided, or what a participant proposes to decide. It never changes the pad's text by itself. */
export interface NewDecision
  extends Pick<DecisionRow, 'text' | 'reason' | 'thread_id' | 'post_id' | 'section_id' | 'supersedes'> {
  readonly decision_id: string
  readonly options?: readonly Untrusted[]
}

export function neededToDecide(by: Caller, decision: NewDecision | undefined, { public_on }: World) {
  const { thread_id, post_id, supersedes } = decision ?? {}
  return {
    place: placeOfThread(by, thread_id),
    post: parents.maybe(post_id),
    older: decisions.maybe(supersedes),
    posters: postersIn.maybe(thread_id === undefined ? undefined : { id: thread_id, public_on }),
    olderPosters: postersIn.maybe(supersedes === undefined ? undefined : { id: supersedes, public_on }),
  }
}

type DecisionFacts = Facts<ReturnType<typeof neededToDecide>> & {
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
}

/**
 * Records a decision: decided at once by an author who may edit live there, unless they only propose it, or are a chat
 * assistant without a click; else it waits. About a section that takes suggestions only, nothing is decided at once.
 */
export function record(
  pad: Pad,
  access: Access,
  decision: NewDecision,
  facts: DecisionFacts,
  { sections, edit_id, propose }: Recording,
  world: World,
): RecordedDecision {
  const decides = !propose && may('decide', access.asked) === true && !isInEditWar(pad, decision.section_id)
  const status: RecordedDecision['reply']['status'] = decides ? 'decided' : 'proposed'
  // a sub-agent that edits there decides, though it has no right to propose
  mayAct(status === 'decided' ? 'decide' : 'propose_decision', pad, access)
  const { by } = access.asked
  const { thread_id, supersedes } = decision
  checkAnchors(pad, access, decision, facts, { sections, public_on: world.public_on })
  const older = supersedes === undefined ? undefined : supersedable(pad, facts.older)
  const { at } = world
  const row = insertDecisions(presentAs({ ...rowOf(pad, decision), ...authorship(by), status, at, edit_id }))
  const reply = { decision_id: decision.decision_id, status }
  if (status === 'proposed') {
    const tied = present({ decision_id: decision.decision_id, thread_id })
    const waits = { by, now: world.now, kind: 'decision_waiting', ...tied } as const
    return {
      reply,
      effects: [row],
      tell: [...decidedIn([thread_id]), ...notifyAnswerers(pad, 'decision', facts.answerers, waits)],
    }
  }
  const { posters, olderPosters } = facts
  const { effects, tell } = settled(pad, by, { ...reply, status, thread_id }, { older, posters, olderPosters }, world)
  return { reply, effects: [row, ...effects], tell }
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

/** A decision ends by another one; `never_accepted`: it was a proposal, and another of its options was chosen. */
export const superseded = (
  id: string,
  by: { readonly superseded_by: string; readonly answered_by: string; readonly answered_at: string },
  never_accepted = false,
): Effect => answerDecisions({ id, status: 'superseded', never_accepted, ...by })

interface Settled {
  readonly decision_id: string
  readonly thread_id?: string | undefined
  readonly status: 'decided' | 'turned_down' | 'withdrawn'
}

interface Concerned {
  /** the decision that it supersedes */
  readonly older: Replaced | undefined
  /** its author and those who posted in its thread; the same of the older one */
  readonly posters: readonly Poster[]
  readonly olderPosters: readonly Poster[]
  /** threads of decisions that stand again */
  readonly restored?: readonly string[] | undefined
}

/** Ends the decision that a decided one supersedes, and tells both sides: the threads, the authors, and those who posted there. */
export function settled(
  pad: Pad,
  by: Caller,
  { decision_id, thread_id, status }: Settled,
  { older, posters, olderPosters, restored = [] }: Concerned,
  { now, at }: World,
): { readonly effects: readonly Effect[]; readonly tell: readonly Tell[] } {
  const about = { ...from(by), hub_id: pad.hub_id, pad_id: pad.id }
  const its = { ...about, decision_id, ...present({ thread_id }) }
  const before = older && { ...about, decision_id: older.id, ...present({ thread_id: older.thread_id }) }
  return {
    effects: older ? [superseded(older.id, { superseded_by: decision_id, answered_by: by.id, answered_at: at })] : [],
    tell: [
      ...decidedIn([thread_id, older?.thread_id, ...restored]),
      ...(status === 'withdrawn' ? [] : decisionNotices(posters, now, { ...its, reason: status })),
      ...(before ? decisionNotices(olderPosters, now, { ...before, reason: 'superseded' }) : []),
    ],
  }
}

/** Tells the threads on whose pages a decision stands, so that their versions move with it. */
export const decidedIn = (threads: readonly (string | undefined)[]): Tell[] =>
  [...new Set(threads)].flatMap((id) =>
    id === undefined ? [] : [{ actor: 'thread', id, operation: 'decided', args: {} }],
  )

/** Notifies its author, and those who posted in its thread in the last 14 days: each once. */
const decisionNotices = (
  posters: readonly Poster[],
  now: number,
  about: Omit<NoticeOf<'decision_made'>, 'kind'>,
): Tell[] =>
  [...new Set(posters.filter(({ at = now }) => now - at <= inbox.decisionHeardBy).map(({ id }) => id))].map((id) =>
    notice(id, { kind: 'decision_made', ...about }),
  )

function checkAnchors(
  pad: Pad,
  { asked }: Access,
  { thread_id, post_id, section_id }: NewDecision,
  { place, post }: DecisionFacts,
  { sections, public_on }: Pick<Recording, 'sections'> & Pick<World, 'public_on'>,
): void {
  if (thread_id !== undefined) threadNamed(pad.hub_id, place, asked.by, public_on)
  if (post_id !== undefined && (thread_id === undefined || post?.thread_id !== thread_id)) {
    throw invalid('target', 'decision.post_id must be a post of decision.thread_id. Send both, or only the thread.')
  }
  if (section_id !== undefined && !sections.some(({ id }) => id === section_id)) throw noSuchSection()
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
