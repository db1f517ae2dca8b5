import { expect } from 'chai'
import { taskStates, type TaskState } from '../../src/rules/closed_lists.ts'
import { disputeOf, moveDispute } from '../../src/rules/states/dispute_moves.ts'
import { moveDm } from '../../src/rules/states/dm_status.ts'
import { decisionMoves } from '../../src/rules/states/decision_moves.ts'
import { editMoves } from '../../src/rules/states/edit_moves.ts'
import { canMove } from '../../src/rules/states/moves.ts'
import { editWar, endsEditWar } from '../../src/rules/states/edit_war.ts'
import { padStatus, sectionStatus } from '../../src/rules/states/pad_and_section_status.ts'
import { moveThread, type ThreadEvent, type ThreadNow, threadStatus } from '../../src/rules/states/thread_status.ts'
import {
  idleAfter,
  moveTask,
  type TaskCall,
  type TaskNow,
  type TaskStanding,
  taskMovesFrom,
} from '../../src/rules/states/task_moves.ts'

const hour = 3_600_000
const day = 24 * hour

const inThread: TaskStanding = { inThread: true }
const assignee: TaskStanding = { inThread: true, assignee: true }
const creator: TaskStanding = { inThread: true, creator: true }
const keeper: TaskStanding = { inThread: true, keeper: true }
const reviewer: TaskStanding = { inThread: true, reviewer: true }

const to = (task: TaskNow, call: TaskCall, who: TaskStanding | 'timer'): string => {
  const answer = moveTask(task, call, who)
  if (answer.moved)
    return [answer.to, answer.review, answer.claims && 'claims', answer.clearsAssignee && 'free']
      .filter(Boolean)
      .join(' ')
  return answer.already ? 'already' : `${answer.error}/${answer.reason}`
}

describe('task moves', () => {
  const rows: readonly (readonly [TaskState, TaskCall, TaskStanding | 'timer', string])[] = [
    ['open', 'take', inThread, 'taken claims'],
    ['assigned', 'take', assignee, 'taken claims'],
    ['open', 'start', inThread, 'working claims'],
    ['assigned', 'start', assignee, 'working claims'],
    ['taken', 'start', assignee, 'working'],
    ['taken', 'block', assignee, 'blocked'],
    ['working', 'block', assignee, 'blocked'],
    ['blocked', 'unblock', assignee, 'working'],
    ['blocked', 'unblock', creator, 'working'],
    ['blocked', 'unblock', keeper, 'working'],
    ['assigned', 'decline', assignee, 'open free'],
    ['taken', 'decline', assignee, 'open free'],
    ['working', 'decline', assignee, 'open free'],
    ['blocked', 'decline', assignee, 'open free'],
    ...(['open', 'assigned', 'taken', 'working', 'blocked'] as const).flatMap(
      (state) =>
        [
          [state, 'cancel', creator, 'cancelled'],
          [state, 'cancel', keeper, 'cancelled'],
        ] as const,
    ),
    ['open', 'submit', inThread, 'done claims'],
    ['assigned', 'submit', assignee, 'done claims'],
    ['taken', 'submit', assignee, 'done'],
    ['working', 'submit', assignee, 'done'],
    ['blocked', 'submit', assignee, 'done'],
    ['taken', 'idle', 'timer', 'open free'],
    ['working', 'idle', 'timer', 'open free'],
    ['assigned', 'idle', 'timer', 'open free'],
    ['blocked', 'idle', 'timer', 'open free'],
  ]
  for (const [state, call, who, expected] of rows) {
    it(`${state}, ${call} by ${who === 'timer' ? who : Object.keys(who).at(-1)}: ${expected}`, () => {
      expect(to({ state }, call, who)).to.equal(expected)
    })
  }

  it('a result waits only for a reviewer who is named', () => {
    expect(to({ state: 'working', reviewed: true }, 'submit', assignee)).to.equal('done waiting')
    expect(to({ state: 'done', review: 'waiting' }, 'approve', reviewer)).to.equal('done approved')
    expect(to({ state: 'done', review: 'waiting' }, 'send_back', reviewer)).to.equal('working sent_back')
    expect(to({ state: 'done' }, 'approve', reviewer)).to.equal('conflict/bad_move')
    expect(to({ state: 'done', review: 'approved' }, 'send_back', reviewer)).to.equal('conflict/bad_move')
    expect(to({ state: 'done', review: 'waiting' }, 'approve', creator)).to.equal('forbidden/not_reviewer')
  })

  it('a task somebody holds cannot be taken, nor worked on by others', () => {
    for (const state of ['assigned', 'taken', 'working', 'blocked'] as const) {
      expect(to({ state }, 'take', inThread)).to.equal('conflict/task_taken')
      expect(to({ state }, 'submit', inThread)).to.equal('forbidden/not_assignee')
    }
    expect(to({ state: 'taken' }, 'start', inThread)).to.equal('forbidden/not_assignee')
    for (const state of ['assigned', 'taken', 'working', 'blocked'] as const) {
      for (const call of ['start', 'block', 'decline'] as const) {
        expect(to({ state }, call, creator), `${call} ${state}`).to.equal('forbidden/not_assignee')
      }
    }
    expect(to({ state: 'working' }, 'cancel', assignee)).to.equal('forbidden/needs_helper')
  })

  it('nothing moves a closed task but its reviewer', () => {
    for (const state of ['done', 'cancelled'] as const) {
      for (const call of ['take', 'start', 'block', 'unblock', 'decline'] as const) {
        expect(to({ state }, call, assignee)).to.equal('conflict/bad_move')
      }
      expect(to({ state }, 'submit', assignee)).to.equal('conflict/task_closed')
      expect(to({ state }, 'idle', 'timer')).to.equal('conflict/bad_move')
    }
  })

  it('a refusal names the moves that are left to the caller', () => {
    const left = (call: TaskCall, standing: TaskStanding) => moveTask({ state: 'taken' }, call, standing)
    expect(left('unblock', assignee)).to.deep.include({
      reason: 'bad_move',
      moves: ['start', 'block', 'decline', 'submit'],
    })
    expect(left('unblock', creator)).to.deep.include({ reason: 'bad_move', moves: ['cancel'] })
    expect(left('take', inThread)).to.deep.include({ reason: 'task_taken', moves: [] })
    expect(taskMovesFrom({ state: 'cancelled' })).to.deep.equal([])
    expect(taskMovesFrom({ state: 'done', review: 'waiting' })).to.deep.equal(['approve', 'send_back'])
  })

  it('only what is blocked is unblocked, also by who may', () => {
    for (const state of ['open', 'assigned', 'taken', 'working'] as const) {
      for (const who of [assignee, creator, keeper]) expect(to({ state }, 'unblock', who)).to.equal('conflict/bad_move')
    }
  })

  it('what is so already is no error', () => {
    expect(to({ state: 'taken' }, 'take', assignee)).to.equal('already')
    expect(to({ state: 'working' }, 'start', assignee)).to.equal('already')
    expect(to({ state: 'blocked' }, 'block', assignee)).to.equal('already')
    expect(to({ state: 'cancelled' }, 'cancel', creator)).to.equal('already')
  })

  it('only the timer lets a task fall open', () => {
    expect(to({ state: 'taken' }, 'idle', { ...assignee, ...keeper })).not.to.match(/^open/)
    expect(taskStates.map(idleAfter)).to.deep.equal([
      undefined,
      14 * day,
      48 * hour,
      48 * hour,
      14 * day,
      undefined,
      undefined,
    ])
  })
})

describe('thread status', () => {
  const after = (...events: (ThreadEvent | 'folded' | 'shown')[]): string =>
    threadStatus(
      events.reduce<ThreadNow>(
        (thread, event) =>
          event === 'folded' || event === 'shown'
            ? { ...thread, folded: event === 'folded' }
            : moveThread(thread, event),
        { answered: false, folded: false },
      ),
    )

  it('is answered, folded and opened again as posts and keepers move it', () => {
    expect(after()).to.equal('open')
    expect(after('marked_by_starter')).to.equal('answered')
    expect(after('marked_by_starter', 'marked_by_keeper')).to.equal('answered')
    expect(after('marked_by_keeper', 'unmarked')).to.equal('open')
    expect(after('folded')).to.equal('folded')
    expect(after('marked_by_starter', 'folded')).to.equal('folded')
    expect(after('marked_by_starter', 'folded', 'shown')).to.equal('answered')
    expect(after('folded', 'shown')).to.equal('open')
  })

  it("is unfolded by a keeper's mark, never by its starter's", () => {
    expect(after('folded', 'marked_by_starter')).to.equal('folded')
    expect(after('folded', 'marked_by_starter', 'shown')).to.equal('answered')
    expect(after('folded', 'marked_by_starter', 'unmarked')).to.equal('folded')
    expect(moveThread({ answered: false, folded: true, hidden: true }, 'marked_by_keeper')).to.deep.equal({
      answered: true,
      folded: true,
      hidden: true,
    })
    expect(after('folded', 'marked_by_starter', 'marked_by_keeper')).to.equal('answered')
    expect(after('folded', 'marked_by_keeper', 'unmarked')).to.equal('open')
  })
})

describe('a dispute', () => {
  it('is open on a thread that flags a section as wrong, and on no other', () => {
    expect([disputeOf(true), disputeOf(false)]).to.deep.equal(['open', undefined])
  })

  it('is settled by a keeper, by an answer or fix of others than the starter', () => {
    expect(moveDispute('open', { type: 'settled_by_keeper' })).to.equal('settled')
    expect(moveDispute('open', { type: 'answer_marked', byStarter: false })).to.equal('settled')
    expect(moveDispute('open', { type: 'answer_marked', byStarter: true })).to.equal('open')
    expect(moveDispute('open', { type: 'section_fixed', byStarter: false })).to.equal('settled')
    expect(moveDispute('open', { type: 'section_fixed', byStarter: true })).to.equal('open')
  })

  it('lapses, and wakes by a person or by somebody else’s agent', () => {
    expect(moveDispute('open', { type: 'went_quiet' })).to.equal('unresolved')
    expect(moveDispute('unresolved', { type: 'posted', person: true, byStarter: true })).to.equal('open')
    expect(moveDispute('unresolved', { type: 'posted', person: false, byStarter: false })).to.equal('open')
    expect(moveDispute('unresolved', { type: 'posted', person: false, byStarter: true })).to.equal('unresolved')
  })

  it('stays settled', () => {
    expect(moveDispute('settled', { type: 'went_quiet' })).to.equal('settled')
    expect(moveDispute('settled', { type: 'posted', person: true, byStarter: false })).to.equal('settled')
  })
})

describe('section and pad status', () => {
  it('is the first that holds', () => {
    const now = 1_000 * day
    const old = now - 90 * day
    expect(sectionStatus({ flags: ['unresolved', 'open'], openThreads: 1, changedAt: old }, now)).to.equal('disputed')
    expect(sectionStatus({ flags: ['settled', 'unresolved'], openThreads: 1, changedAt: old }, now)).to.equal(
      'unresolved',
    )
    expect(sectionStatus({ flags: ['settled'], openThreads: 1, changedAt: old }, now)).to.equal('open')
    expect(sectionStatus({ flags: [], openThreads: 0, changedAt: old }, now)).to.equal('stale')
    expect(sectionStatus({ flags: [], openThreads: 0, changedAt: old + 1 }, now)).to.equal('settled')
  })

  it('of a pad comes from its sections', () => {
    expect(padStatus(['settled', 'open', 'disputed'], 0)).to.equal('disputed')
    expect(padStatus(['settled', 'unresolved'], 0)).to.equal('open')
    expect(padStatus(['stale', 'open'], 0)).to.equal('open')
    expect(padStatus(['stale', 'settled'], 1)).to.equal('open')
    expect(padStatus(['stale', 'settled'], 0)).to.equal('settled')
    expect(padStatus([], 0)).to.equal('settled')
  })

  it('an edit war takes three reversals by two humans within 72 hours', () => {
    const now = 100 * day
    const by = (principal: string, hoursAgo: number) => ({ principal, at: now - hoursAgo * hour })
    expect(editWar([by('a', 1), by('b', 2), by('a', 72)], now)).to.have.members(['a', 'b'])
    expect(editWar([by('a', 1), by('b', 2), by('a', 73)], now)).to.equal(undefined)
    expect(editWar([by('a', 1), by('a', 2), by('a', 3)], now)).to.equal(undefined)
    expect(editWar([by('a', 1), by('b', 2)], now)).to.equal(undefined)
  })

  it('an edit war ends by someone who takes no part in it', () => {
    expect(endsEditWar(['a', 'b'], 'b')).to.equal(false)
    expect(endsEditWar(['a', 'b'], 'c')).to.equal(true)
  })
})

describe('edits, decisions and DMs', () => {
  it('move so and no other way', () => {
    expect(canMove(editMoves, 'live', 'undone')).to.equal(true)
    expect(canMove(editMoves, 'undone', 'undone')).to.equal(false)
    expect(canMove(editMoves, 'proposed', 'accepted')).to.equal(true)
    expect(canMove(editMoves, 'accepted', 'turned_down')).to.equal(false)
    expect(canMove(editMoves, 'accepted', 'proposed')).to.equal(true)
    expect(canMove(decisionMoves, 'decided', 'superseded')).to.equal(true)
    expect(canMove(decisionMoves, 'withdrawn', 'decided')).to.equal(false)
  })

  it('a request is answered by the side that was asked', () => {
    expect(moveDm({ status: 'requested', asked: true }, 'accept')).to.deep.equal({ to: 'open', already: false })
    expect(moveDm({ status: 'requested', asked: true }, 'decline')).to.deep.equal({ to: 'declined', already: false })
    expect(moveDm({ status: 'requested', asked: false }, 'accept')).to.equal(undefined)
    expect(moveDm({ status: 'open', asked: true }, 'accept')).to.deep.equal({ to: 'open', already: true })
    expect(moveDm({ status: 'declined', asked: true }, 'accept')).to.equal(undefined)
  })

  it('either side blocks, and unblocks what it blocked', () => {
    expect(moveDm({ status: 'open', asked: false }, 'block')).to.deep.equal({ to: 'blocked', already: false })
    expect(moveDm({ status: 'blocked', asked: false, blockedByMe: true, wasOpen: true }, 'unblock')).to.deep.equal({
      to: 'open',
      already: false,
    })
    expect(moveDm({ status: 'blocked', asked: true, blockedByMe: true }, 'unblock')).to.deep.equal({
      to: 'declined',
      already: false,
    })
    expect(moveDm({ status: 'blocked', asked: true }, 'unblock')).to.equal(undefined)
  })
})
