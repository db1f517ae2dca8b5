import type { Caller } from '../../../src/rules/caller.ts'
import { startedBy } from '../../../src/rules/one_human.ts'
import { invalid } from '../../../src/rules/errors.ts'
import type { Dispute, ThreadStatus } from '../../../src/rules/closed_lists.ts'
import { isKeeper } from '../../../src/rules/may_read/readable.ts'
import { type DisputeEvent, moveDispute } from '../../../src/rules/states/dispute_moves.ts'
import { moveThread, threadStatus } from '../../../src/rules/states/thread_status.ts'
import type { ThreadAbout } from '../../../sql/facts/pad/threads_about.ts'
import type { ThreadPlace } from '../../../sql/facts/thread/thread_places.ts'
import { postTexts } from '../../../sql/facts/thread/posts.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { Facts, Tell } from '../../runtime/actor.ts'
import type { Access } from '../../seats/place.ts'
import { placeOfThread, threadNamed } from '../../thread_named.ts'
import { checkAnswers, type Marked } from '../../thread/mark_answer.ts'
import { mayAct } from '../access.ts'
import type { Pad } from '../state.ts'

/** The thread that a change of the pad answers, or whose flag it fixes. */
export interface Resolves {
  readonly thread_id: string
  /** the post that is the answer */
  readonly answer_id?: string
  /** removes the mark */
  readonly unmark?: boolean
}

export const neededToResolve = (by: Caller, resolves: Resolves | undefined) => ({
  resolved: placeOfThread(by, resolves?.thread_id),
  answer: postTexts.maybe(resolves?.answer_id),
})

type ResolveFacts = Facts<ReturnType<typeof neededToResolve>> & {
  readonly threads: readonly ThreadAbout[]
}

export interface Resolved {
  /** the thread after it has handled what it is told, if nothing else reached it meanwhile */
  readonly reply: Marked
  /** the same of a dry run, which leaves its version */
  readonly asItStands: Marked
  /** the threads about the pad, with this one as it is then */
  readonly threads: readonly ThreadAbout[]
  readonly tell: readonly Tell[]
}

/** A mark needs its right; without one the change has to touch the section that the thread flags. */
export function resolve(
  pad: Pad,
  access: Access,
  resolves: Resolves,
  facts: ResolveFacts,
  { touched, live, public_on }: { touched: readonly string[]; live: boolean; public_on: boolean },
): Resolved {
  const { by } = access.asked
  const { thread_id, answer_id } = resolves
  const keeper = isKeeper(access.standing)
  const place = threadNamed(pad.hub_id, facts.resolved, by, public_on)
  const marks = checkMark(pad, access, resolves, place, facts)
  const fixes = place.flags_wrong && place.about_pad_id === pad.id && touched.includes(place.about_section_id ?? '')
  if (!marks && !fixes) {
    throw invalid(
      'one_of',
      'resolves_thread comes with answer_id, with unmark, or with a change of the section that the thread flags.',
    )
  }
  const settles = fixes && live && keeper
  const { changes, ...after } = threadAfter(place, { by, answer_id, marks, settles, keeper })
  const others = facts.threads.filter(({ id }) => id !== thread_id)
  return {
    reply: presentAs({ thread_id, ...after, version: place.version + changes }),
    asItStands: presentAs({ thread_id, ...after, version: place.version }),
    threads: [...others, ...aboutPad(pad, place, after.status, after.dispute)],
    tell: [
      ...(marks ? [mark(thread_id, presentAs({ by, answer_id }))] : []),
      ...(settles ? [flagFixed(thread_id, { by, own: false })] : []),
    ],
  }
}

interface Told {
  readonly by: Caller
  readonly answer_id: string | undefined
  readonly marks: boolean
  readonly settles: boolean
  readonly keeper: boolean
}

/** The thread once it has handled what it is told; `changes` counts the messages that raise its version. */
function threadAfter(place: ThreadPlace, { by, answer_id, marks, settles, keeper }: Told) {
  const answering: DisputeEvent[] =
    answer_id === undefined ? [] : [{ type: 'answer_marked', byStarter: startedBy(place, by) }]
  const answered = disputeAfter(place, answering)
  const fixed: DisputeEvent[] = settles ? [{ type: 'section_fixed', byStarter: false }] : []
  const dispute = disputeAfter(place, [...answering, ...fixed])
  const marked = answer_id === undefined ? 'unmarked' : keeper ? 'marked_by_keeper' : 'marked_by_starter'
  const before = statusFacts(place)
  const next = marks ? moveThread(before, marked) : before
  const isMarked = answer_id !== place.answer_id || answered !== place.dispute || next.folded !== before.folded
  return {
    status: threadStatus(next),
    answer: marks ? answer_id : place.answer_id,
    dispute,
    changes: Number(marks && isMarked) + Number(dispute !== answered),
  }
}

/** Whether a post is marked as the answer, or the mark removed. Throws when the caller may not, or it is no post there. */
function checkMark(
  pad: Pad,
  access: Access,
  { thread_id, answer_id, unmark }: Resolves,
  place: ThreadPlace,
  facts: ResolveFacts,
): boolean {
  const marks = answer_id !== undefined || unmark === true
  if (marks) mayAct('mark_answer', pad, access, { maker: startedBy(place, access.asked.by) })
  if (answer_id !== undefined) checkAnswers(thread_id, facts.answer, 'resolves_thread')
  return marks
}

const statusFacts = ({ status, folded, hidden }: ThreadPlace) => ({ answered: status === 'answered', folded, hidden })

const disputeAfter = ({ dispute }: ThreadPlace, events: readonly DisputeEvent[]): Dispute | undefined =>
  dispute && events.reduce(moveDispute, dispute)

function aboutPad(pad: Pad, place: ThreadPlace, status: ThreadStatus, dispute: Dispute | undefined): ThreadAbout[] {
  const { id, starter_id, starter_human_id, about_pad_id, about_section_id: section_id, flags_wrong, hidden } = place
  if (about_pad_id !== pad.id || hidden) return []
  const open = status === 'open'
  return [presentAs({ id, starter_id, starter_human_id, flags_wrong, open, section_id, dispute })]
}

const mark = (id: string, args: { by: Caller; answer_id?: string }): Tell => ({
  actor: 'thread',
  id,
  operation: 'mark_answer',
  args,
})

/** Tells a thread that the section it flags was fixed; `own`: the fix was let in by its own author. */
export const flagFixed = (id: string, args: { by: Caller; own: boolean }): Tell => ({
  actor: 'thread',
  id,
  operation: 'section_fixed',
  args,
})
