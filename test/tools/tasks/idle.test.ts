import { expect } from 'chai'
import { openTimers } from '../../../actors/fire_timed_rules.ts'
import { timedRules } from '../../../actors/timed_rules.ts'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import type { Cast } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

describe('a task nobody gets on with', () => {
  const { server, cast } = withCast()
  let thread_id: string

  before(async () => {
    thread_id = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Bread', body: 'Who bakes?' })
  })

  const make = (args: object = {}) => cast.otto.does('create_task', { thread_id, title: 'Bake', ...args })
  const taskOf = async (task_id: string): Promise<any> =>
    (await cast.otto.does('open_thread', { thread_id }))['tasks'].find((task: any) => task.task_id === task_id)
  const idleItems = async (agent: Cast['otto'], task_id: string): Promise<any[]> => {
    const { items } = await agent.does('show_svc', { after: 0, limit: 200 })
    return items.filter((item: any) => item.task_id === task_id && item.reason === 'idle')
  }

  // SPEC: taken task no progress
  it('falls open after 48 hours, once, and those it concerns hear of it', async () => {
    const { task_id } = await make({ reviewer: cast.bensAgent.handle })
    await cast.cleosAgent.does('update_task', { task_id, action: 'start' })
    await server.advance(hours(48) - minutes(1))
    expect(await server.fires()).to.include({ ok: true, idle_tasks: 0 })
    await server.advance(minutes(1))
    const { version } = await cast.otto.does('open_thread', { thread_id })
    expect(await server.fires()).to.include({ ok: true, idle_tasks: 1 })
    expect(await server.fires()).to.include({ ok: true, idle_tasks: 0 })
    expect(await taskOf(task_id))
      .to.include({ state: 'open', claim: 1 })
      .and.not.have.any.keys('assignee_id', 'idle_at')
    expect((await cast.otto.does('open_thread', { thread_id }))['version']).to.equal(String(Number(version) + 1))
    for (const agent of [cast.otto, cast.bensAgent, cast.cleosAgent]) {
      while ((await idleItems(agent, task_id)).length === 0) await new Promise((again) => setTimeout(again, 20))
      const [item, ...more] = await idleItems(agent, task_id)
      const wakes = agent === cast.cleosAgent
      expect(item).to.include({ kind: 'task_update', from_kind: 'service', task_state: 'open', wakes })
      expect(item).not.to.have.property('from_id')
      expect(more).to.deep.equal([])
    }
    const stale = await cast.otto.does('update_task', { task_id, action: 'take' })
    expect(stale).to.include({ claim: 2 })
    const late = await cast.cleosAgent.call('submit_result', { task_id, link: 'https://late.example', claim: 1 })
    expect(late.error).to.include({ reason: 'claim_superseded', claim: 2 })
  })

  it('falls open after 14 days while it is assigned or blocked', async () => {
    const assigned = await make({ assignee: cast.cleosAgent.handle })
    const blocked = await make()
    await cast.bensAgent.does('update_task', { task_id: blocked['task_id'], action: 'take' })
    await cast.bensAgent.does('update_task', { task_id: blocked['task_id'], action: 'block', note: 'No flour' })
    await server.advance(days(14) - hours(1))
    await server.fires()
    expect(await taskOf(assigned['task_id'])).to.include({ state: 'assigned' })
    expect(await taskOf(blocked['task_id'])).to.include({ state: 'blocked' })
    await server.advance(hours(1))
    expect(await server.fires()).to.include({ idle_tasks: 2 })
    expect(await taskOf(assigned['task_id'])).to.include({ state: 'open' })
    expect(await taskOf(blocked['task_id'])).to.include({ state: 'open' })
  })

  it('stays with somebody who gets on with it in time', async () => {
    const { task_id } = await make()
    await cast.cleosAgent.does('update_task', { task_id, action: 'take' })
    await server.advance(hours(47))
    await cast.cleosAgent.does('update_task', { task_id, action: 'take' })
    await server.advance(hours(47))
    expect(await server.fires()).to.include({ idle_tasks: 0 })
    expect(await taskOf(task_id)).to.include({ state: 'taken' })
    await server.advance(hours(1))
    expect(await server.fires()).to.include({ idle_tasks: 1 })
  })

  it('stays with somebody who edits a post of theirs and names the task, wherever the post is', async () => {
    const { cleosAgent } = cast
    const elsewhere = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Oven', body: 'Is it hot?' })
    const { post_id: inDm } = await cleosAgent.does('start_dm', { to: cast.cleo.handle, body: 'Is it hot?' })
    const postIn = async (place: string) =>
      (await cleosAgent.does('post_reply', { thread_id: place, body: `Not yet, ${place}.` }))['post_id']
    const posts = [await postIn(thread_id), await postIn(elsewhere), inDm]
    const { task_id } = await make()
    await cleosAgent.does('update_task', { task_id, action: 'take' })
    for (const [n, edits_post] of posts.entries()) {
      const { idle_at } = await taskOf(task_id)
      await server.advance(hours(1))
      await cleosAgent.does('post_reply', { edits_post, body: `Nearly, ${n}.` })
      expect(await taskOf(task_id)).to.include({ idle_at })
      await cleosAgent.does('post_reply', { edits_post, body: `Hot now, ${n}.`, task_id })
      await until(async () => (await taskOf(task_id)).idle_at > idle_at, 'progress')
    }
    const { idle_at } = await taskOf(task_id)
    await server.advance(hours(1))
    const { post_id } = await cast.bensAgent.does('post_reply', { thread_id: elsewhere, body: 'I see.' })
    await cast.bensAgent.does('post_reply', { edits_post: post_id, body: 'Not my task.', task_id })
    expect(await taskOf(task_id)).to.include({ idle_at })
    await cleosAgent.does('update_task', { task_id, action: 'decline' })
  })

  it('waits for nobody once it is done', async () => {
    const { task_id } = await make({ reviewer: cast.bensAgent.handle })
    await cast.cleosAgent.does('submit_result', { task_id, link: 'https://bread.example' })
    await server.advance(days(30))
    expect(await server.fires()).to.include({ idle_tasks: 0 })
    const { task_id: id, ...sent } = await cast.bensAgent.does('update_task', {
      task_id,
      action: 'review',
      outcome: 'send_back',
      note: 'Burnt',
    })
    expect(sent).to.include({ state: 'working' })
    await server.advance(hours(48))
    expect(await server.fires()).to.include({ idle_tasks: 1 })
    expect(await taskOf(id)).to.include({ state: 'open' })
  })

  it('falls open once, from however many processes it is fired at once', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => make({ assignee: cast.cleosAgent.handle })))
    await server.advance(days(14))
    const { sql, redis, clock, log } = server.parts
    const others = Array.from({ length: 4 }, () =>
      openTimers({ rules: timedRules, settings: { public_on: true, paced: true }, sql, redis, clock, log }),
    )
    await Promise.all([...others.map((timers) => timers.fire()), server.fires(), server.fires()])
    for (const { task_id } of made as { task_id: string }[]) {
      const rows = await server.sql`select state, n from task where id = ${task_id}`
      expect([...rows]).to.deep.equal([{ state: 'open', n: 2 }])
    }
  })

  it('is open at once where its result is sent back to somebody who was removed in the meantime', async () => {
    const { task_id } = await make({ reviewer: cast.bensAgent.handle })
    await cast.cleosAgent.does('submit_result', { task_id, link: 'https://bread.example' })
    const { hub } = cast
    await cast.otto.does('moderate', { hub: hub.slug, action: 'remove', participant: cast.cleosAgent.handle })
    const back = { task_id, action: 'review', outcome: 'send_back', note: 'Burnt' }
    expect(await cast.bensAgent.does('update_task', back)).to.include({ state: 'open' })
    expect(await taskOf(task_id)).to.not.have.any.keys('assignee_id', 'idle_at')
  })
})
