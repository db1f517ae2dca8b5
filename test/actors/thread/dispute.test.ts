import { expect } from 'chai'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { timers } from '../../../src/rules/limits.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { introductionId } from '../../../src/text/section_and_block_ids.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../../sql/client.ts'
import { quietDisputes } from '../../../sql/reads/due.ts'
import { threadStates } from '../../../sql/reads/thread/thread_states.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('a dispute', () => {
  let sql: Sql
  let place: Place
  let [owner, startersHuman, starter, startersOther, otherAgent, person]: Caller[] = []
  let thread_id: string
  let pad_id: string
  let now = then

  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql)
    owner = await place.someone('human', { seat: 'owner' })
    startersHuman = await place.someone('human', { seat: 'member' })
    starter = await place.someone('agent', { seat: 'member', of: startersHuman.id })
    startersOther = await place.someone('agent', { seat: 'member', of: startersHuman.id })
    otherAgent = await place.someone('agent', { seat: 'member', of: owner.id })
    person = await place.someone('human', { seat: 'member' })
  })

  const who = (name: string): Caller =>
    ({ owner, startersHuman, starter, startersOther, otherAgent, person })[name as 'owner'] as Caller

  const say = (text: string) => ({
    body: untrusted(text),
    said: postFactsOf(untrusted(text)),
    post_id: mint('post', now),
  })

  beforeEach(async () => {
    pad_id = mint('pad', now)
    const made = { by: owner, pad_id, hub_id: place.hub_id, edit_id: mint('edit', now), public_on: true }
    await deskOf(sql, pad).ask(pad_id, 'create', { ...made, title: untrusted('P'), text: untrusted('Two cups') }, now)
    thread_id = mint('thread', now)
    await ask('start', {
      by: starter,
      thread_id,
      hub_id: place.hub_id,
      title: untrusted('Three'),
      ...say('It is three'),
      accepts_guests: false,
      about: { pad_id, anchor: introductionId(pad_id) },
      flag_wrong: true,
    })
  })

  const ask = (operation: string, args: object) =>
    deskOf(sql, thread).ask<any>(thread_id, operation, { public_on: true, ...args }, now)
  const state = async () => {
    const found = (await threadStates(sql, [thread_id])).get(thread_id)
    return { dispute: found?.dispute, version: found?.version }
  }
  const due = async (): Promise<readonly string[]> =>
    (await quietDisputes(sql, new Date(now), { most: 100, skipped: 0 }))
      .filter(({ id }) => id === thread_id)
      .map(({ at }) => at.toISOString())
  const post = (by: string) => {
    now += 1_000
    return ask('post', { by: who(by), ...say(`A word at ${now}`), paced: false })
  }
  const lapse = async () => {
    const at = now + timers.disputeLapse
    now = at
    return ask('lapse', { due: at })
  }

  it('lapses after 14 days in which nothing happened, and the section’s authors hear of it', async () => {
    now += timers.disputeLapse - 1
    expect(await due()).to.deep.equal([])
    now += 1
    expect(await due()).to.deep.equal([new Date(now).toISOString()])
    const { reply, tell, wake } = await ask('lapse', { due: now })
    expect(reply).to.deep.equal({ fired: true })
    expect(wake).to.deep.include({ version: 2 })
    expect(await state()).to.deep.equal({ dispute: 'unresolved', version: 2 })
    expect(tell.map(({ id, args }: any) => [id, args.item])).to.deep.equal([
      [
        who('owner').id,
        {
          kind: 'section_flagged',
          from_kind: 'service',
          hub_id: place.hub_id,
          thread_id,
          pad_id,
          section_id: introductionId(pad_id),
          reason: 'unresolved',
        },
      ],
    ])
    expect(await due()).to.deep.equal([])
    expect((await ask('lapse', { due: now })).reply).to.deep.equal({ fired: false })
  })

  it('does not lapse where something happened since', async () => {
    const was = now + timers.disputeLapse
    await post('starter')
    now = was
    expect(await due()).to.deep.equal([])
    expect((await ask('lapse', { due: was })).reply).to.deep.equal({ fired: false })
    now += 1_000
    expect(await due()).to.have.length(1)
  })

  it('does not lapse once it is settled', async () => {
    await ask('settle_flag', { by: owner, outcome: 'fixed', entry: mint('act', now) })
    now += timers.disputeLapse
    expect(await due()).to.deep.equal([])
    expect((await ask('lapse', { due: now })).reply).to.deep.equal({ fired: false })
    expect(await state()).to.include({ dispute: 'settled' })
  })

  for (const [by, dispute] of [
    ['person', 'open'],
    ['startersHuman', 'open'],
    ['otherAgent', 'open'],
    ['starter', 'unresolved'],
    ['startersOther', 'unresolved'],
  ] as const) {
    it(`that lapsed is ${dispute} after a post by ${by}`, async () => {
      await lapse()
      const { version = 0 } = await state()
      await post(by)
      expect(await state()).to.deep.equal({ dispute, version: version + 1 })
      // one that is open again lapses again
      now += timers.disputeLapse
      expect(await due()).to.have.length(dispute === 'open' ? 1 : 0)
    })
  }
})
