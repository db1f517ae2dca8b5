import { expect } from 'chai'
import { days } from '../../../src/rules/units.ts'
import { readerFor } from '../../../src/rules/caller.ts'
import { countOpenWaits } from '../../../sql/reads/to_decide/open.ts'
import type { AtScreen } from '../../support/at_screen.ts'
import { type Person, signIn } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

describe('what waits for you, on Home', () => {
  const { server, cast } = withCast()
  let ada: AtScreen
  let ben: AtScreen
  let cleo: AtScreen
  let dan: AtScreen
  let pad_id: string
  let section_id: string
  const people: Person[] = []

  before(async () => {
    people.push(cast.ada, cast.ben, cast.cleo, await signIn(server, 'Dan'))
    ;[ada, ben, cleo, dan] = people as [Person, Person, Person, Person]
    const { slug, hub_id } = cast.hub
    await Promise.all([ben, cleo].map((one) => one.does('ui_join_hub', { hub: slug })))
    await ada.does('ui_set_role', { hub: slug, participant: ben.id, role: 'helper' })
    ;({ pad_id } = (await ada.does('ui_create_pad', {
      hub: slug,
      title: 'House bread',
      text: 'Made daily.\n\n# Hydration\n\nMix at 78 % water.',
    })) as { pad_id: string })
    const { data } = (await ada.app('ui_open_pad', { pad_id })).body
    section_id = data.sections.at(-1).section_id
    expect(hub_id).to.match(/^hub_/)
  })

  /** What waits for somebody, as Home has it; the count agrees with the list, here and in the cheap count. */
  async function waits(who: AtScreen): Promise<any[]> {
    await server.landed()
    const { view } = (await who.app('ui_home')).body
    expect(view.waits_count).to.equal(view.waits.length)
    expect(await countOpenWaits(server.sql, readerFor({ id: who.id } as never, true))).to.equal(view.waits.length)
    return view.waits
  }
  const only = async (who: AtScreen): Promise<any> => {
    const found = await waits(who)
    expect(found, `of ${who.name}`).to.have.length(1)
    return found[0]
  }
  const nothing = async (...all: readonly AtScreen[]): Promise<void> => {
    for (const who of all) expect(await waits(who), `of ${who.name}`).to.deep.equal([])
  }
  /** Suggested by an agent of a member, so that everybody in the hub may answer. */
  const suggest = async (text = 'Mix at 75 % water.'): Promise<string> => {
    const { version } = (await ada.app('ui_open_pad', { pad_id })).body['data']
    const whole = `Made daily.\n\n# Hydration\n\n${text}`
    const said = { pad_id, base_version: version, text: whole, propose: true, note: 'Two loaves spread.' }
    return (await cast.cleosAgent.does('edit_pad', said))['edit_id']
  }

  it('is nothing at first', () => nothing(ada, ben, cleo, dan))

  it('a suggestion, with what it changes, until anybody answers it', async () => {
    const edit_id = await suggest()
    for (const who of [ada, ben, cleo]) {
      const wait = await only(who)
      expect(wait).to.deep.include({
        kind: 'suggestion',
        edit_id,
        pad: { id: pad_id, title: 'House bread' },
        sections: [{ id: section_id, heading: 'Hydration' }],
        changed: '- Mix at 78 % water.\n+ Mix at 75 % water.',
        note: 'Two loaves spread.',
      })
      expect(wait.by).to.deep.include({ id: cast.cleosAgent.id, kind: 'agent', name: 'Cleos agent' })
      expect(wait.by.human).to.include({ id: cleo.id, name: 'Cleo' })
      expect(wait.hub).to.include({ slug: cast.hub.slug, title: 'The bakery' })
      expect(wait.items).to.have.length(1)
    }
    await nothing(dan)
    await ben.does('ui_answer_edit', { edit_id, outcome: 'accept' })
    await nothing(ada, ben, cleo)
  })

  it('a suggestion that was withdrawn, and one put away as seen, are gone', async () => {
    const edit_id = await suggest('Mix at 70 % water.')
    const { items } = await only(ada)
    await ada.does('ui_ack', { ack_items: items })
    await nothing(ada)
    await only(ben)
    await cast.cleosAgent.does('edit_pad', { pad_id, review: { edit_id, outcome: 'withdraw' } })
    await nothing(ben, cleo)
  })

  it('a proposed decision, with its reason and what else was considered, for those who decide', async () => {
    const { slug } = await ada.does('ui_create_hub', { title: 'Cellar', mode: 'checked' })
    for (const who of [ben, cleo]) {
      await who.does('ui_join_hub', { hub: slug })
      await ada.does('ui_answer_request', { hub: slug, participant: who.id, outcome: 'let_in' })
    }
    await ada.does('ui_set_role', { hub: slug, participant: ben.id, role: 'helper' })
    const { pad_id: stock } = await ada.does('ui_create_pad', { hub: slug, title: 'Stock', text: '# Flour\n\nTen.' })
    const [section] = (await ada.app('ui_open_pad', { pad_id: stock })).body['data'].sections
    const { thread_id } = await ada.does('ui_start_thread', { pad_id: stock, title: 'Flour', body: 'Which?' })
    const decision = {
      text: 'Rotmühle T85',
      reason: 'It is cheaper.',
      options: ['Demeter T80', 'Half and half'],
      section_id: section.section_id,
      thread_id,
    }
    const { decision_id } = (await cleo.does('ui_edit_pad', { pad_id: stock, decision }))['decision']
    expect(await only(ada)).to.deep.include({
      kind: 'decision',
      decision_id,
      text: 'Rotmühle T85',
      reason: 'It is cheaper.',
      options: ['Demeter T80', 'Half and half'],
      section: { id: section.section_id, heading: 'Flour' },
      thread: { id: thread_id, title: 'Flour', posts: 1 },
    })
    await ben.does('ui_answer_decision', { decision_id, outcome: 'turn_down' })
    await nothing(ada, ben, cleo)
  })

  it('a result, for whoever is to look at it and nobody else', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Prices', body: 'Compare.' })
    const task = { thread_id, title: 'Compare prices', assignee: cast.cleosAgent.handle, reviewer: cast.ben.handle }
    const { task_id } = await ada.does('ui_create_task', task)
    await cast.cleosAgent.does('update_task', { task_id, action: 'start' })
    await nothing(ben)
    await cast.cleosAgent.does('submit_result', { task_id, pad_id, summary: 'Sixteen per cent cheaper.' })
    expect(await only(ben)).to.deep.include({
      kind: 'result',
      task_id,
      title: 'Compare prices',
      summary: 'Sixteen per cent cheaper.',
      pad: { id: pad_id, title: 'House bread' },
      thread: { id: thread_id, title: 'Prices', posts: 1 },
    })
    // made by Ada, who hears that it is in: a line, not a question
    await nothing(ada, cleo)
    await ben.does('ui_review_result', { task_id, outcome: 'approve' })
    await nothing(ben)
  })

  it('somebody who asks to join, with what they wrote, in a hub and in one thread', async () => {
    const { slug } = await ada.does('ui_create_hub', { title: 'Grain co-op' })
    await dan.does('ui_join_hub', { hub: slug, note: 'I mill spelt.' })
    const wait = await only(ada)
    expect(wait).to.deep.include({ kind: 'join', note: 'I mill spelt.' })
    expect(wait.by).to.include({ id: dan.id, name: 'Dan' })
    expect(wait.hub).to.include({ slug, title: 'Grain co-op' })
    await ada.does('ui_answer_request', { hub: slug, participant: dan.id, outcome: 'turn_away' })
    await nothing(ada, ben)

    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Ours', body: 'x' })
    await cast.stranger.does('join_hub', { thread_id, note: 'Me too.' })
    for (const who of [ada, ben]) {
      expect(await only(who)).to.deep.include({ kind: 'join', thread: { id: thread_id, title: 'Ours', posts: 1 } })
    }
    await ben.does('ui_answer_request', { thread_id, participant: cast.stranger.id, outcome: 'let_in' })
    await nothing(ada, ben)
  })

  it('a section that somebody says is wrong, for those who wrote it', async () => {
    const { thread_id } = await cleo.does('ui_start_thread', {
      pad_id,
      title: 'Too wet',
      body: 'It spreads.',
      anchor_block: section_id,
      flag_wrong: true,
      source: 'the data sheet',
    })
    const wait = await only(ben)
    expect(wait).to.deep.include({
      kind: 'flag',
      thread: { id: thread_id, title: 'Too wet', posts: 1 },
      section: { id: section_id, heading: 'Hydration' },
      source: 'the data sheet',
      answered: false,
      settles: true,
    })
    expect(wait.by).to.include({ id: cleo.id })
    expect(await only(ada)).to.include({ kind: 'flag' })
    await ada.does('ui_settle_flag', { thread_id, outcome: 'fixed' })
    await nothing(ada, ben, cleo)
  })

  it('what was reported, with what was said, once however many report it', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Talk', body: 'x' })
    const { post_id } = await cast.cleosAgent.does('post_reply', { thread_id, body: 'Buy my flour' })
    await cleo.does('ui_report', { post_id, reason: 'promotion', note: 'An advert.' })
    await ben.does('ui_report', { post_id, reason: 'spam' })
    const wait = await only(ada)
    expect(wait).to.include({ kind: 'report', reason: 'spam', reports: 2 })
    expect(wait.target).to.include({ type: 'post', id: post_id, said: 'Buy my flour', thread_id })
    expect(wait.target.author).to.include({ id: cast.cleosAgent.id })
    expect(await only(ben)).to.include({ kind: 'report', reason: 'promotion', note: 'An advert.', reports: 1 })
    await ada.does('ui_moderate', { action: 'hide', target: post_id, reason: 'promotion' })
    await nothing(ada, ben)
  })

  it('a stranger who wants to write to you', async () => {
    await server.advance(days(1))
    const { dm_id } = await dan.does('ui_start_dm', { to: `@${cast.ada.handle}`, body: 'May I ask?' })
    const wait = await only(ada)
    expect(wait).to.include({ kind: 'dm_request', dm_id, said: 'May I ask?' })
    expect(wait.by).to.include({ id: dan.id, name: 'Dan' })
    await ada.does('ui_answer_dm', { dm_id, action: 'accept' })
    await nothing(ada)
  })

  it('is never shown to whoever lost their seat', async () => {
    const { slug } = await ada.does('ui_create_hub', { title: 'Back room' })
    const { pad_id: cellar } = await ada.does('ui_create_pad', { hub: slug, title: 'Stock', text: 'Ten sacks.' })
    await dan.does('ui_join_hub', { hub: slug })
    await ada.does('ui_answer_request', { hub: slug, participant: dan.id, outcome: 'let_in' })
    await ada.does('ui_edit_pad', { pad_id: cellar, base_version: 1, text: 'Nine sacks.', propose: true })
    expect(await only(dan)).to.include({ kind: 'suggestion' })
    await dan.does('ui_leave_hub', { hub: slug })
    await nothing(dan)
  })

  it('a hub that somebody wants to take over, for its owner alone', async () => {
    await server.advance(days(85))
    const again = await Promise.all(people.map((person) => signIn(server, person.name)))
    ;[ada, ben, cleo] = again as [Person, Person, Person]
    const { slug, hub_id } = await ada.does('ui_create_hub', { title: 'Attic' })
    await cleo.does('ui_join_hub', { hub: slug })
    await ada.does('ui_answer_request', { hub: slug, participant: cleo.id, outcome: 'let_in' })
    await server.advance(days(91))
    const later = await Promise.all(again.map((person) => signIn(server, person.name)))
    ;[ada, ben, cleo] = later as [Person, Person, Person]
    await cleo.does('ui_moderate', { action: 'take_over', target: slug, note: 'I have the *keys*.' })
    const wait = (await waits(ada)).find(({ kind }) => kind === 'takeover')
    expect(wait.hub).to.include({ id: hub_id, title: 'Attic' })
    expect(wait.by).to.include({ id: cleo.id })
    expect(wait.note).to.equal('I have the *keys*.')
    expect(Date.parse(wait.takes_effect_at)).to.be.closeTo(server.parts.clock.now() + days(30), 60_000)
    await ada.does('ui_moderate', { action: 'object_takeover', target: slug })
    expect((await waits(ada)).map(({ kind }) => kind)).not.to.include('takeover')
    await nothing(cleo)
  })
})
