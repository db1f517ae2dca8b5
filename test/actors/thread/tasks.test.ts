import { expect } from 'chai'
import { thread } from '../../../actors/thread/index.ts'
import type { TaskReply } from '../../../actors/thread/tasks/tasks.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { timers } from '../../../src/rules/limits.ts'
import type { TaskState } from '../../../src/rules/closed_lists.ts'
import { hours } from '../../../src/rules/units.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'
import { refusalOf, refusedAs } from '../../support/refusal.ts'

describe('a task, move by move', () => {
  let sql: Sql
  let place: Place
  let [creator, holder, reviewer, member, keeper]: Caller[] = []
  let thread_id: string
  let now = then

  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql)
    keeper = await place.someone('human', { seat: 'helper' })
    ;[creator, holder, reviewer, member] = (await Promise.all(
      Array.from({ length: 4 }, () => place.someone('agent', { seat: 'member' })),
    )) as [Caller, Caller, Caller, Caller]
    thread_id = mint('thread', now)
    await ask('start', {
      by: creator,
      thread_id,
      post_id: mint('post', now),
      hub_id: place.hub_id,
      title: untrusted('Bread'),
      body: untrusted('Who bakes?'),
      said: postFactsOf(untrusted('Who bakes?')),
      accepts_guests: false,
      flag_wrong: false,
    })
  })

  const ask = (operation: string, args: object) =>
    deskOf(sql, thread).ask<TaskReply & { already?: true; fired?: boolean }>(
      thread_id,
      operation,
      { public_on: true, ...args },
      now,
    )
  const who = (name: string): Caller =>
    ({ creator, holder, reviewer, member, keeper })[name as 'creator'] as unknown as Caller
  const nameOf = (id: string): string =>
    ['creator', 'holder', 'reviewer', 'member', 'keeper'].find((name) => who(name).id === id) ?? id

  /** A task of the creator's, brought into a state by the moves that lead there. */
  async function taskThatIs(state: TaskState): Promise<string> {
    const task_id = mint('task', (now += 1))
    await ask('create_task', {
      by: creator,
      task_id,
      title: untrusted('Bake'),
      reviewer: reviewer?.id,
      ...(state === 'assigned' && { assignee: holder?.id }),
    })
    const calls: Partial<Record<TaskState, readonly string[]>> = {
      taken: ['take'],
      working: ['start'],
      blocked: ['start', 'block'],
    }
    for (const call of calls[state] ?? []) await move(task_id, call, 'holder')
    if (state === 'done') await move(task_id, 'submit', 'holder')
    if (state === 'cancelled') await move(task_id, 'cancel', 'creator')
    return task_id
  }

  const move = (task_id: string, call: string, by: string, more: object = {}) => {
    now += 1_000
    if (call === 'submit') {
      const link = { link: untrusted('https://bread.example/'), link_host: 'bread.example' }
      return ask('submit_result', { by: who(by), task_id, ...link, ...more })
    }
    return ask('move_task', { by: who(by), task_id, call, note: untrusted('Why'), ...more })
  }
  /** `kind:reason to whom`, in order of names */
  const told = (tell: readonly { id: string; args: unknown }[]): string[] =>
    tell
      .map(({ id, args }) => {
        const { kind, reason } = (args as { item: { kind: string; reason?: string } }).item
        return `${reason ?? kind} to ${nameOf(id)}`
      })
      .toSorted()

  const rows: readonly [from: TaskState, call: string, by: string, to: TaskState, claim: number, told: string[]][] = [
    ['open', 'take', 'member', 'taken', 1, ['taken to creator', 'taken to reviewer']],
    ['open', 'start', 'member', 'working', 1, ['taken to creator', 'taken to reviewer']],
    ['open', 'cancel', 'keeper', 'cancelled', 0, ['cancelled to creator', 'cancelled to reviewer']],
    ['open', 'submit', 'member', 'done', 1, ['result_in to creator', 'review_wanted to reviewer']],
    ['assigned', 'take', 'holder', 'taken', 1, ['taken to creator', 'taken to reviewer']],
    ['assigned', 'start', 'holder', 'working', 1, ['taken to creator', 'taken to reviewer']],
    ['assigned', 'decline', 'holder', 'open', 0, ['declined to creator', 'declined to reviewer']],
    ['assigned', 'cancel', 'creator', 'cancelled', 0, ['cancelled to holder', 'cancelled to reviewer']],
    ['assigned', 'submit', 'holder', 'done', 1, ['result_in to creator', 'review_wanted to reviewer']],
    ['taken', 'start', 'holder', 'working', 1, []],
    ['taken', 'block', 'holder', 'blocked', 1, ['blocked to creator', 'blocked to reviewer']],
    ['taken', 'decline', 'holder', 'open', 1, ['declined to creator', 'declined to reviewer']],
    ['taken', 'cancel', 'creator', 'cancelled', 1, ['cancelled to holder', 'cancelled to reviewer']],
    ['taken', 'submit', 'holder', 'done', 1, ['result_in to creator', 'review_wanted to reviewer']],
    ['working', 'block', 'holder', 'blocked', 1, ['blocked to creator', 'blocked to reviewer']],
    ['working', 'decline', 'holder', 'open', 1, ['declined to creator', 'declined to reviewer']],
    [
      'working',
      'cancel',
      'keeper',
      'cancelled',
      1,
      ['cancelled to creator', 'cancelled to holder', 'cancelled to reviewer'],
    ],
    ['working', 'submit', 'holder', 'done', 1, ['result_in to creator', 'review_wanted to reviewer']],
    ['blocked', 'unblock', 'holder', 'working', 1, ['unblocked to creator', 'unblocked to reviewer']],
    ['blocked', 'unblock', 'creator', 'working', 1, ['unblocked to holder', 'unblocked to reviewer']],
    [
      'blocked',
      'unblock',
      'keeper',
      'working',
      1,
      ['unblocked to creator', 'unblocked to holder', 'unblocked to reviewer'],
    ],
    ['blocked', 'decline', 'holder', 'open', 1, ['declined to creator', 'declined to reviewer']],
    ['blocked', 'cancel', 'creator', 'cancelled', 1, ['cancelled to holder', 'cancelled to reviewer']],
    ['blocked', 'submit', 'holder', 'done', 1, ['result_in to creator', 'review_wanted to reviewer']],
    ['done', 'approve', 'reviewer', 'done', 1, ['approved to creator', 'approved to holder']],
    ['done', 'send_back', 'reviewer', 'working', 1, ['sent_back to creator', 'sent_back to holder']],
  ]
  for (const [from, call, by, to, claim, heard] of rows) {
    it(`${from}: ${call} by the ${by} makes it ${to}`, async () => {
      const task_id = await taskThatIs(from)
      const { reply, tell, wake } = await move(task_id, call, by)
      expect(reply).to.include({ state: to, claim })
      expect(told(tell)).to.deep.equal(heard)
      expect(wake?.version).to.equal(reply.version)
      const [row] =
        await sql`select state, claim, assignee_id, idle_at, done_at, block_note from task where id = ${task_id}`
      expect(row).to.include({ state: to, claim })
      expect(row?.['assignee_id'] === null).to.equal(to === 'open' || (from === 'open' && to === 'cancelled'))
      const runs = { taken: timers.idleTask, working: timers.idleTask, blocked: timers.waitingTask }[to as 'taken']
      expect(row?.['idle_at']?.getTime()).to.equal(runs === undefined ? undefined : now + runs)
      expect(row?.['done_at'] !== null).to.equal(to === 'done')
      expect(row?.['block_note']).to.equal(['block', 'decline', 'cancel'].includes(call) ? 'Why' : null)
    })
  }

  for (const how of ['deleted_at', 'suspended_at']) {
    it(`done: send_back makes it open where its assignee has ${how}, who could not go on`, async () => {
      const task_id = await taskThatIs('done')
      const stands = (since: Date | null) =>
        sql`update participant set ${sql({ [how]: since })} where id = ${who('holder').id}`
      await stands(new Date(now))
      const { reply } = await move(task_id, 'send_back', 'reviewer')
      await stands(null)
      expect(reply).to.include({ state: 'open', review: 'sent_back', claim: 1 }).and.not.have.property('assignee_id')
      const [row] = await sql`select state, assignee_id, taken_at, idle_at from task where id = ${task_id}`
      expect(row).to.deep.equal({ state: 'open', assignee_id: null, taken_at: null, idle_at: null })
      expect((await move(task_id, 'submit', 'member')).reply).to.include({ state: 'done', review: 'waiting', claim: 2 })
    })
  }

  const refusals: readonly [from: TaskState, call: string, by: string, reason: string][] = [
    ['assigned', 'take', 'member', 'conflict/task_taken'],
    ['assigned', 'start', 'member', 'forbidden/not_assignee'],
    ['assigned', 'submit', 'member', 'forbidden/not_assignee'],
    ['taken', 'take', 'member', 'conflict/task_taken'],
    ['working', 'take', 'keeper', 'conflict/task_taken'],
    ['taken', 'start', 'member', 'forbidden/not_assignee'],
    ['working', 'block', 'creator', 'forbidden/not_assignee'],
    ['blocked', 'unblock', 'member', 'forbidden/not_assignee'],
    ['working', 'submit', 'creator', 'forbidden/not_assignee'],
    ['working', 'decline', 'creator', 'forbidden/not_assignee'],
    ['working', 'cancel', 'holder', 'forbidden/needs_helper'],
    ['open', 'block', 'holder', 'conflict/bad_move'],
    ['open', 'decline', 'holder', 'conflict/bad_move'],
    ['working', 'approve', 'reviewer', 'conflict/bad_move'],
    ['done', 'approve', 'keeper', 'forbidden/not_reviewer'],
    ['working', 'approve', 'holder', 'forbidden/not_reviewer'],
    ['cancelled', 'send_back', 'creator', 'forbidden/not_reviewer'],
    ['done', 'submit', 'holder', 'conflict/task_closed'],
    ['done', 'take', 'member', 'conflict/bad_move'],
    ['done', 'cancel', 'creator', 'conflict/bad_move'],
    ['cancelled', 'submit', 'holder', 'conflict/task_closed'],
    ['cancelled', 'start', 'member', 'conflict/bad_move'],
  ]
  for (const [from, call, by, reason] of refusals) {
    it(`${from}: ${call} by the ${by} is ${reason}`, async () => {
      const task_id = await taskThatIs(from)
      const [before] = await sql`select * from task where id = ${task_id}`
      expect(await refusedAs(move(task_id, call, by))).to.equal(reason)
      const [after] = await sql`select * from task where id = ${task_id}`
      expect(after).to.deep.equal(before)
    })
  }

  it('is over once nothing can come back of it', async () => {
    const sentence = async (state: TaskState, by: string, more: object = {}) => {
      const task_id = await taskThatIs(state)
      return (await refusalOf(move(task_id, 'unblock', by, more))).message
    }
    for (const by of ['creator', 'holder'])
      expect(await sentence('done', by), by)
        .to.contain('(review waiting)')
        .and.not.contain('over')
    expect(await sentence('cancelled', 'creator')).to.contain('It is over: create_task makes another.')
    const approved = await taskThatIs('done')
    await move(approved, 'approve', 'reviewer')
    expect((await refusalOf(move(approved, 'unblock', 'creator'))).message).to.contain('It is over')
  })

  it('is under a claim of nobody once it ended', async () => {
    const sentence = async (state: TaskState) =>
      (await refusalOf(move(await taskThatIs(state), 'start', 'holder', { claim: 9 }))).message
    for (const state of ['assigned', 'taken', 'working', 'blocked'] as const)
      expect(await sentence(state), state).to.contain('The task is yours under claim')
    for (const state of ['done', 'cancelled'] as const)
      expect(await sentence(state), state)
        .to.contain(`the task is ${state}`)
        .and.not.match(/yours|changed hands/)
    expect(await sentence('open'))
      .to.contain('changed hands')
      .and.not.contain('yours')
    const ended = await taskThatIs('working')
    await move(ended, 'cancel', 'creator')
    expect((await refusalOf(move(ended, 'start', 'holder', { claim: 9 }))).message).to.not.contain('yours')
  })

  it('is approved over a chat host only with a click', async () => {
    const task_id = await taskThatIs('done')
    const host: Partial<Caller> = { connection: 'oauth', host: 'chat.example' }
    const approve = (more: Partial<Caller>) =>
      ask('move_task', { by: { ...reviewer, ...host, ...more }, task_id, call: 'approve' })
    expect(await refusedAs(approve({}))).to.equal('forbidden/host_cannot')
    expect(await refusedAs(approve({ clicked: true }))).to.equal('agreed')
    const other = await taskThatIs('done')
    const back = { by: { ...reviewer, ...host }, task_id: other, call: 'send_back', note: untrusted('More') }
    expect(await refusedAs(ask('move_task', back))).to.equal('agreed')
  })

  it('tells nobody who was removed, and nobody but keepers of a hidden thread', async () => {
    const task_id = await taskThatIs('taken')
    await sql`delete from seat where participant_id = ${reviewer?.id ?? ''} and scope_id = ${place.hub_id}`
    expect(told((await move(task_id, 'block', 'holder')).tell)).to.deep.equal(['blocked to creator'])
    await place.give(reviewer?.id ?? '', 'member')
    await sql`insert into fold (target_id, level, reason, at) values (${thread_id}, 'hide', 'spam', ${new Date(now)})`
    expect(told((await move(task_id, 'unblock', 'keeper')).tell)).to.deep.equal([])
    expect(await refusedAs(move(task_id, 'start', 'holder'))).to.equal('not_found/unreadable')
    await sql`delete from fold where target_id = ${thread_id}`
  })

  it('goes on in a locked thread, and stops for agents while they are paused', async () => {
    const task_id = await taskThatIs('taken')
    await sql`insert into locked values (${thread_id}, ${keeper?.id ?? ''}, ${new Date(now)})`
    const made = ask('create_task', { by: creator, task_id: mint('task', now), title: untrusted('More') })
    expect(await refusedAs(made)).to.equal('forbidden/thread_locked')
    expect(await refusedAs(move(task_id, 'start', 'holder'))).to.equal('agreed')
    await sql`delete from locked where target_id = ${thread_id}`
    await sql`insert into agents_pause values (${place.hub_id}, ${keeper?.id ?? ''}, ${new Date(now)})`
    expect(await refusedAs(move(task_id, 'block', 'holder'))).to.equal('locked/agents_paused')
    await sql`delete from agents_pause where hub_id = ${place.hub_id}`
  })

  it('falls open at its own time only: progress moves that on', async () => {
    const task_id = await taskThatIs('taken')
    const idleAt = async (): Promise<number> => {
      const [row] = await sql`select extract(epoch from idle_at) * 1000 as at from task where id = ${task_id}`
      return Number(row?.['at'])
    }
    const due = await idleAt()
    now += hours(1)
    await ask('progress', { by: member, task_id })
    expect(await idleAt()).to.equal(due)
    await ask('progress', { by: holder, task_id })
    now = due
    expect((await ask('fall_open', { task_id, due })).reply).to.deep.equal({ fired: false })
    now = await idleAt()
    expect(now).to.be.greaterThan(due)
    const fell = await ask('fall_open', { task_id, due: now })
    expect(fell.reply).to.deep.equal({ fired: true })
    expect(told(fell.tell)).to.deep.equal(['idle to creator', 'idle to holder', 'idle to reviewer'])
    const { item } = (fell.tell[0] as { args: unknown }).args as { item: object }
    expect(item).to.include({ from_kind: 'service', task_state: 'open' }).and.not.have.property('from_id')
  })
})
