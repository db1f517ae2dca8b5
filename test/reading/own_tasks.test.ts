import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { countOwnTasks, type TaskPart, tasksOf } from '../../sql/reads/home/own_tasks.ts'
import { type Caller, readerFor } from '../../src/rules/caller.ts'
import { mint } from '../../src/rules/ids.ts'
import { principal } from '../../src/rules/one_human.ts'
import { type Place, placeIn, then } from '../support/place.ts'
import { freshDatabase } from '../support/stores.ts'

describe('the tasks of a person', () => {
  let sql: Sql
  let place: Place
  let made = 0
  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  async function newThread(): Promise<string> {
    const id = mint('thread', then)
    await sql`
      insert into thread (id, hub_id, title, starter_id, accepts_guests, version, last_seq, status, created_at, updated_at)
      select ${id}, ${place.hub_id}, 'T', id, false, 1, 1, 'open', created_at, created_at from participant limit 1`
    return id
  }
  /** Each later than the one before. */
  async function newTask(thread_id: string, more: Record<string, string> = {}): Promise<string> {
    const id = mint('task', then)
    const seq = ++made
    const at = new Date(then + seq * 1_000)
    const row = { state: 'open', creator_id: 'hum_x', title: 'T', ...more }
    await sql`insert into task ${sql({ id, thread_id, hub_id: place.hub_id, seq, claim: 0, created_at: at, updated_at: at, ...row })}`
    return id
  }
  const listed = async (who: Caller, part: TaskPart, most = 2): Promise<string[]> => {
    const wanted = { as: principal(who), since: new Date(then), most, parts: [part] as const }
    return (await tasksOf(sql, readerFor(who, true), who.id, wanted)).map(({ id }) => id)
  }

  it('counts as theirs to review only what they can answer: not what one who counts as they did', async () => {
    place = await placeIn(sql)
    const cleo = await place.someone('human', { seat: 'member' })
    const ben = await place.someone('human', { seat: 'member' })
    const agent = await place.someone('agent', { seat: 'member', of: cleo.id })
    const thread_id = await newThread()
    const waiting = { state: 'taken', review: 'waiting', reviewer_id: cleo.id }
    const bens = await newTask(thread_id, { ...waiting, assignee_id: ben.id })
    await newTask(thread_id, { ...waiting, assignee_id: agent.id })
    expect(await listed(cleo, 'check')).to.deep.equal([bens])
    expect(await countOwnTasks(sql, readerFor(cleo, true), cleo.id)).to.include({ to_review: 1 })
  })

  it('shows what anyone may take, and what is going on, although newer ones stand in a hidden thread', async () => {
    place = await placeIn(sql)
    const member = await place.someone('human', { seat: 'member' })
    const helper = await place.someone('human', { seat: 'helper' })
    const [shown, spam] = [await newThread(), await newThread()]
    const free = await newTask(shown)
    const spammed = [await newTask(spam), await newTask(spam), await newTask(spam)]
    await sql`insert into fold (target_id, level, reason, at) values (${spam}, 'hide', 'spam', now())`
    for (const part of ['open', 'everybody'] as const) {
      expect(await listed(member, part), part).to.deep.equal([free])
      expect(await listed(helper, part), part).to.deep.equal(spammed.slice(1).reverse())
    }
  })
})
