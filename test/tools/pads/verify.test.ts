import { expect } from 'chai'
import { openTimers } from '../../../actors/fire_timed_rules.ts'
import { timedRules } from '../../../actors/timed_rules.ts'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import { until } from '../../support/until.ts'
import { type Agent, register, signIn, withKey } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesPad } from '../../support/made.ts'

const text = '# Bread\n\nTwo cups of flour and one of water, kneaded for ten minutes.\n\n# Cake\n\nEggs and a hot oven.'

// SPEC: threads, pads, tasks start
describe('verify', () => {
  const { server, cast } = withCast()
  let slug: string

  before(async () => {
    slug = cast.hub.slug
    await cast.otto.does('update_hub', { hub: slug, mode: 'checked' })
  })
  beforeEach(() => server.advance(minutes(1)))

  const newPad = (): Promise<string> => makesPad(cast.otto, { hub: slug, title: 'Recipes', text })
  const sectionsOf = async (pad_id: string): Promise<any[]> =>
    (await cast.otto.does('open_pad', { pad_id, outline: true }))['sections']
  const checks = async (pad_id: string): Promise<unknown[]> => (await sectionsOf(pad_id)).map(({ check }) => check)
  async function suggested(pad_id: string, by: Agent = cast.cleosAgent, find = 'ten', put = 'nine'): Promise<any> {
    const { sections } = await by.does('open_pad', { pad_id, blocks: true })
    const [heading] = find === 'ten' ? sections : sections.slice(1)
    const block = heading.blocks[1]
    const edits = [{ block: block.id, rev: block.rev, find, text: put }]
    return by.does('edit_pad', { pad_id, edits, propose: true })
  }
  const news = async (agent: Agent, kind: string, about: object): Promise<any[]> => {
    const { items } = await agent.does('show_svc', { after: 0, limit: 200 })
    return items.filter((item: any) => item.kind === kind && Object.entries(about).every(([k, v]) => item[k] === v))
  }
  /** The rules fired from several processes at once, and the door of the scheduler called twice. */
  const firedByMany = async (): Promise<void> => {
    const { sql, redis, clock, log } = server.parts
    const others = Array.from({ length: 3 }, () =>
      openTimers({ rules: timedRules, settings: { public_on: true, paced: true }, sql, redis, clock, log }),
    )
    await Promise.all([...others.map((timers) => timers.fire()), server.fires(), server.fires()])
  }
  const note = 'I baked it with ZEBRACORN flour'

  throughEachDoor((door) => {
    // SPEC: section marks: proposals only
    it('lets a suggestion in that holds, marks its section, and tells its author', async () => {
      const pad_id = await newPad()
      const { edit_id } = await suggested(pad_id)
      const said = await cast.bensAgent.call('verify', { edit_id, note }, door)
      const [bread] = await sectionsOf(pad_id)
      expect(said.data).to.deep.include({
        pad_id,
        version: 2,
        edit_id,
        status: 'went_in',
        sections: [{ section_id: bread.section_id, check: 'checked' }],
        url: `${server.url}/p/${pad_id}`,
      })
      expect(said.data).to.not.have.property('allowance')
      expect(JSON.stringify(said.data)).to.not.contain('ZEBRACORN')
      expect(bread).to.include({ check: 'checked', checked_by: cast.bensAgent.id, rev: 2 })
      const read = await cast.cleosAgent.call('open_pad', { pad_id, outline: true }, door)
      expect(read.text)
        .to.contain('| Check |')
        .and.to.match(/checked by .*ZEBRACORN/)
      const page = await (await fetch(`${server.url}/p/${pad_id}.md`)).text()
      expect(page).to.match(/checked by .*ZEBRACORN/)
      await until(async () => (await news(cast.cleosAgent, 'edit_answered', { edit_id })).length > 0, 'told')
      const [item, ...more] = await news(cast.cleosAgent, 'edit_answered', { edit_id })
      expect(item).to.include({ reason: 'checked', from_id: cast.bensAgent.id, pad_id, wakes: true, class: 'work' })
      expect(more).to.deep.equal([])
    })

    it('turns one down', async () => {
      const pad_id = await newPad()
      const { edit_id } = await suggested(pad_id)
      const said = await cast.bensAgent.does('verify', { edit_id, outcome: 'turned_down', note }, door)
      expect(said).to.include({ status: 'turned_down', version: 1 })
      const again = await cast.bensAgent.call('verify', { edit_id, note }, door)
      expect(again.error).to.include({ error: 'conflict', reason: 'already_answered', state: 'turned_down' })
    })

    it('turns down nothing that went in', async () => {
      const pad_id = await newPad()
      const { edit_id } = await suggested(pad_id)
      await cast.bensAgent.does('verify', { edit_id, note })
      const late = await cast.otto.call('verify', { edit_id, outcome: 'turned_down', note }, door)
      expect(late.error).to.include({ error: 'conflict', reason: 'already_answered', state: 'accepted' })
    })

    // SPEC: section marks: proposals only
    it('marks sections until a later edit touches them', async () => {
      const pad_id = await newPad()
      const ids = (await sectionsOf(pad_id)).map(({ section_id }) => section_id)
      const said = await cast.bensAgent.does('verify', { pad_id, sections: ids, note }, door)
      expect(said).to.deep.include({
        pad_id,
        version: 1,
        status: 'checked',
        sections: ids.map((section_id) => ({ section_id, check: 'checked' })),
      })
      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: text.replace('ten', 'nine') })
      expect(await checks(pad_id)).to.deep.equal(['changed', 'checked'])
      const { text: read } = await cast.otto.call('open_pad', { pad_id }, door)
      expect(read).to.contain('changed since check')
    })

    it('refuses own work, and members without a track record with how far they are', async () => {
      const pad_id = await newPad()
      const { edit_id } = await suggested(pad_id)
      expect(await cast.cleosAgent.refused('verify', { edit_id, note }, door)).to.equal('forbidden/own_work')
      const newcomer = await (await signIn(server, `New${door.name}`)).agent('A newcomer')
      await newcomer.does('join_hub', { hub: slug })
      const lacks = await newcomer.call('verify', { edit_id, note }, door)
      expect(lacks.error).to.deep.include({ reason: 'needs_track_record', track_record: { edits: 0, needed: 5 } })
      const stranger = await cast.stranger.call('verify', { edit_id, note }, door)
      expect(stranger.error).to.include({ reason: 'needs_seat' })
    })

    it('takes exactly one of edit_id and pad_id with sections', async () => {
      const pad_id = await newPad()
      const { edit_id } = await suggested(pad_id)
      for (const args of [
        {},
        { pad_id },
        { pad_id, sections: [] },
        { edit_id, pad_id },
        { edit_id, sections: ['0a0a0a0a'] },
      ]) {
        const said = await cast.bensAgent.refused('verify', { ...args, note }, door)
        expect(said, JSON.stringify(args)).to.equal('invalid/one_of')
      }
      expect(await cast.bensAgent.refused('verify', { edit_id, note: 'ok' }, door)).to.equal('invalid/schema')
    })

    it('replays a key', async () => {
      const pad_id = await newPad()
      const { edit_id } = await suggested(pad_id)
      const args = { edit_id, note, idempotency_key: `once-${pad_id}` }
      const [first, second] = [
        await cast.bensAgent.does('verify', args, door),
        await cast.bensAgent.does('verify', args, door),
      ]
      expect(second).to.deep.equal({ ...first, replayed: true })
    })
  })

  // SPEC: outside a checked hub
  it('is not needed outside a Checked hub', async () => {
    const { slug: open, front_pad } = await cast.cleosAgent.does('create_hub', { title: 'Open kitchen' })
    await cast.cleosAgent.does('edit_pad', { pad_id: front_pad.pad_id, title: 'Hello' })
    const { sections } = await cast.cleosAgent.does('open_pad', { pad_id: front_pad.pad_id })
    const said = await cast.cleosAgent.call('verify', {
      pad_id: front_pad.pad_id,
      sections: [sections[0].section_id],
      note,
    })
    expect(said.data, open).to.include({ status: 'not_needed' })
    expect(said.text).to.contain('own done counts')
    const gone = await cast.cleosAgent.does('verify', { pad_id: front_pad.pad_id, sections: ['00000000'], note })
    expect(gone).to.include({ status: 'not_needed' })
  })

  it('is not what an author gets around by accepting their own: somebody else accepts, and both are told apart', async () => {
    const pad_id = await newPad()
    const review = async (who: Agent, edit_id: string, outcome = 'accept') =>
      who.call('edit_pad', { review: { edit_id, outcome } })
    for (const [by, other] of [
      [cast.otto, cast.bensAgent],
      [cast.bensAgent, cast.otto],
    ] as const) {
      const { version } = await cast.otto.does('open_pad', { pad_id, outline: true })
      const { edit_id } = await by.does('edit_pad', { pad_id, title: `Recipes ${version}`, propose: true })
      expect((await review(by, edit_id)).error).to.include({ error: 'forbidden', reason: 'own_work' })
      expect((await review(by, edit_id, 'turn_down')).error).to.include({ error: 'forbidden', reason: 'own_work' })
      expect((await review(other, edit_id)).data['reviewed']).to.include({ outcome: 'accepted', version: version + 1 })
      await until(async () => (await news(by, 'edit_answered', { edit_id })).length > 0, 'told')
      expect((await news(by, 'edit_answered', { edit_id }))[0]).to.include({ reason: 'accepted', from_id: other.id })
    }
    const { edit_id } = await suggested(pad_id)
    const member = await (await signIn(server, 'Member')).agent('A member')
    await member.does('join_hub', { hub: slug })
    expect((await review(member, edit_id)).error).to.include({ reason: 'suggestions_only' })
    expect((await review(cast.bensAgent, edit_id, 'turn_down')).ok).to.equal(true)
    await until(async () => (await news(cast.cleosAgent, 'edit_answered', { edit_id })).length > 0, 'told')
    expect((await news(cast.cleosAgent, 'edit_answered', { edit_id }))[0]).to.include({ reason: 'turned_down' })
  })

  it('is no detour for a keeper: what their agent suggested they accept where it waits for them', async () => {
    const agent = await cast.ada.agent('Adas second')
    await server.seat((await cast.otto.does('open_hub', { hub: slug }))['hub_id'], agent.id, cast.otto.id)
    const pad_id = await newPad()
    const suggests = async (version: number): Promise<string> => {
      const edit = { pad_id, base_version: version, text: text.replace('ten', `${version}`), propose: true }
      return (await agent.does('edit_pad', edit))['edit_id']
    }
    const edit_id = await suggests(1)
    await server.landed()
    const home = await (await fetch(server.url, { headers: { Accept: 'text/html', Cookie: cast.ada.session } })).text()
    expect(home).to.contain(`name="edit_id" value="${edit_id}"`)
    const page = await fetch(`${server.url}/p/${pad_id}`, {
      headers: { Accept: 'text/html', Cookie: cast.ada.session },
    })
    expect(await page.text()).to.contain('name="outcome" value="accept"')
    const { body } = await cast.ada.app('ui_answer_edit', { edit_id, outcome: 'accept' })
    expect(body['data']['reviewed']).to.include({ outcome: 'accepted', version: 2 })
    const review = { edit_id: await suggests(2), outcome: 'accept' }
    expect(await agent.refused('edit_pad', { review })).to.equal('forbidden/suggestions_only')
    expect((await cast.otto.does('edit_pad', { review }))['reviewed']).to.include({ outcome: 'accepted' })
  })

  it('is not done by an agent for its own sub-agent, which counts with it', async () => {
    const pad_id = await makesPad(cast.bensAgent, { hub: slug, title: 'Recipes', text })
    const rights = ['propose', 'edit']
    const { agent, agent_key: key } = await cast.otto.does('mint_subagent', { name: 'Sub', rights, pads: [pad_id] })
    const { edit_id } = await suggested(pad_id, withKey(server, { ...agent, key }))
    const review = { edit_id, outcome: 'accept' }
    expect(await cast.otto.refused('edit_pad', { review })).to.equal('forbidden/own_work')
    expect(await cast.otto.refused('verify', { edit_id, note })).to.equal('forbidden/own_work')
    await cast.bensAgent.does('edit_pad', { review })
    expect(await cast.otto.refused('verify', { edit_id, note })).to.equal('forbidden/own_work')
    const [{ section_id }] = await sectionsOf(pad_id)
    expect(await cast.otto.refused('verify', { pad_id, sections: [section_id], note })).to.equal('forbidden/own_work')
  })

  it('says that the pad moved on when its title did', async () => {
    const pad_id = await newPad()
    const { edit_id } = await cast.cleosAgent.does('edit_pad', { pad_id, title: 'Loaves', propose: true })
    await cast.otto.does('edit_pad', { pad_id, title: 'Cakes' })
    expect(await cast.bensAgent.refused('verify', { edit_id, note })).to.equal('conflict/version_moved')
    const review = { edit_id, outcome: 'accept' }
    expect(await cast.bensAgent.refused('edit_pad', { review })).to.equal('conflict/merge')
    expect((await cast.bensAgent.does('verify', { edit_id, note, outcome: 'turned_down' }))['status']).to.equal(
      'turned_down',
    )
  })

  // SPEC: lists every model tool
  it('is listed for somebody in a Checked hub only', async () => {
    const listedFor = async ({ key }: Agent): Promise<boolean> => {
      const headers = { authorization: `Bearer ${key}` }
      const { tools } = (await (await fetch(`${server.url}/api/v1/tools`, { headers })).json()) as any
      return tools.some(({ name }: any) => name === 'verify')
    }
    expect(await listedFor(cast.cleosAgent)).to.equal(true)
    expect(await listedFor(cast.stranger)).to.equal(false)
  })

  it('says to keepers what waits for them', async () => {
    const pad_id = await newPad()
    const before = (await cast.otto.does('open_hub', { hub: slug }))['waiting']
    const home = (await cast.bensAgent.does('show_svc'))['waiting']
    const { edit_id, edit, notices } = await suggested(pad_id)
    expect(edit.goes_in_at).to.be.a('string')
    expect(notices).to.deep.equal(['unchecked_merge'])
    const dec = await cast.cleosAgent.does('edit_pad', { pad_id, decision: { text: 'We knead for nine minutes' } })
    expect(dec['decision']).to.include({ status: 'proposed' })
    const [section] = await sectionsOf(pad_id)
    await cast.bensAgent.does('start_thread', {
      pad_id,
      anchor_block: section.section_id,
      title: 'Wrong',
      body: 'Not ten',
      flag_wrong: true,
      source: 'https://bread.example/ten',
    })
    const { waiting } = await cast.otto.does('open_hub', { hub: slug })
    expect(waiting).to.deep.equal({
      joins: before.joins,
      edits: before.edits + 1,
      decisions: before.decisions + 1,
      flags: before.flags + 1,
      reports: before.reports,
    })
    expect((await cast.bensAgent.does('show_svc'))['waiting']).to.include({ edits: home.edits + 1 })
    expect(await cast.cleosAgent.does('open_hub', { hub: slug })).to.not.have.property('waiting')
    for (const agent of [cast.otto, cast.bensAgent]) {
      await until(async () => (await news(agent, 'edit_waiting', { edit_id })).length > 0, 'told')
      const [item] = await news(agent, 'edit_waiting', { edit_id })
      expect(item).to.include({ pad_id, section_id: section.section_id, wakes: true, class: 'work' })
    }
    expect(await news(cast.cleosAgent, 'edit_waiting', { edit_id })).to.deep.equal([])
    const { suggestions } = await cast.otto.does('open_pad', { pad_id })
    expect(suggestions[0]).to.include({ edit_id, goes_in_at: edit.goes_in_at })
  })

  it('is open to a member with a track record, who sees that they may', async () => {
    const dora = await (await signIn(server, 'Dora')).agent('Doras agent')
    await dora.does('join_hub', { hub: slug })
    const pads: string[] = []
    for (let n = 0; n < 5; n++) {
      pads.push(await makesPad(dora, { hub: slug, title: `Cake ${n}`, text }))
    }
    const may = async (): Promise<boolean[]> => {
      const seen = await Promise.all([
        dora.does('open_hub', { hub: slug }),
        dora.does('open_pad', { pad_id: pads[0] as string }),
      ])
      return seen.map(({ capabilities }) => capabilities.includes('verify'))
    }
    await server.advance(days(7) - minutes(1))
    expect(await may()).to.deep.equal([false, false])
    await server.advance(minutes(2))
    expect(await may()).to.deep.equal([true, true])
    const { edit_id } = await suggested(pads[0] as string)
    expect(await dora.does('verify', { edit_id, note })).to.include({ status: 'went_in' })
    const back = await dora.call('undo_edit', { edit_id })
    expect(back.data, 'a member who checks accepts nothing').to.include({ waits_again: edit_id, by_check: true })
    expect(back.text).to.contain('verify brings it back')
    expect(await dora.does('verify', { edit_id, note })).to.include({ status: 'went_in' })
    const own = await suggested(pads[1] as string, dora)
    expect((await dora.call('verify', { edit_id: own['edit_id'], note })).error).to.include({ reason: 'own_work' })
    await dora.does('edit_pad', { review: { edit_id: own['edit_id'], outcome: 'withdraw' } })
  })

  // SPEC: one email address, one
  it('is offered on the page of a pad to a member with a track record, but not of work under her own address', async () => {
    const dora = await signIn(server, 'Theodora')
    const twin = await register(server, 'Twin')
    await twin.does('join_hub', { hub: slug })
    await dora.does('ui_join_hub', { hub: slug })
    for (let n = 0; n < 5; n++) await dora.does('ui_create_pad', { hub: slug, title: `Tart ${n}`, text })
    await server.sql`update participant twin set email_key = dora.email_key, email = dora.email, email_verified_at = now()
      from participant dora where twin.id = ${twin.id} and dora.id = ${dora.id}`
    await server.parts.credentials.changed({ participants: [twin.id] })
    await server.advance(days(7) + minutes(1))
    const [pad, other] = [await newPad(), await newPad()]
    const [theirs, hers] = [await suggested(pad), await suggested(other, twin)]
    const offered = async (pad_id: string) => (await dora.app('ui_open_pad', { pad_id })).body['view'].suggestions[0]
    expect(await offered(pad)).to.deep.include({ id: theirs['edit_id'], answers: ['check'] })
    expect(await offered(other)).to.deep.include({ id: hers['edit_id'], answers: [] })
    const checks = await dora.app('ui_verify', { edit_id: hers['edit_id'], note })
    expect(checks.body).to.include({ reason: 'linked_to_author' })
    // else they would go in by themselves beside those of the next story
    for (const { edit_id } of [theirs, hers])
      await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'turn_down' } })
  })

  // SPEC: unchecked merge (checked) 24
  // SPEC: section marks: proposals only
  it('is done by nobody: a small suggestion goes in after 24 hours, once', async () => {
    await server.fires()
    const pads = await Promise.all(Array.from({ length: 4 }, newPad))
    const edits = await Promise.all(pads.map((pad_id) => suggested(pad_id)))
    await server.advance(hours(24) - minutes(1))
    expect(await server.fires()).to.include({ unchecked_merges: 0 })
    await server.advance(minutes(1))
    await firedByMany()
    for (const [n, pad_id] of pads.entries()) {
      const { edit_id } = edits[n]
      const { version, changes } = await cast.otto.does('open_pad', { pad_id, history: true })
      expect(version).to.equal(2)
      expect(changes).to.have.length(2)
      expect(await checks(pad_id)).to.deep.equal(['unchecked', undefined])
      await until(async () => (await news(cast.cleosAgent, 'edit_answered', { edit_id })).length > 0, 'told')
      const items = await news(cast.cleosAgent, 'edit_answered', { edit_id })
      expect(items.map(({ reason, from_kind }) => [reason, from_kind])).to.deep.equal([['unchecked', 'service']])
    }
    const { text: read } = await cast.otto.call('open_pad', { pad_id: pads[0] as string })
    expect(read).to.contain('unchecked (went in after 24 hours without a check)')
    expect(await server.fires()).to.include({ unchecked_merges: 0 })
    // nobody accepted it: whoever takes it out asks nobody again
    const { edit_id } = edits[0]
    expect(await cast.cleosAgent.does('undo_edit', { edit_id })).to.not.have.property('waits_again')
    expect((await cast.otto.does('open_pad', { pad_id: pads[0] }))['suggestions'] ?? []).to.deep.equal([])
  })

  it('lets in what was suggested before the hub was Checked a day after it is, and what met a lock when that is gone', async () => {
    const { slug: open } = await cast.otto.does('create_hub', { title: 'Open so far' })
    const made = await Promise.all(
      [1, 2].map(() => cast.otto.does('create_pad', { hub: open, title: 'Recipes', text })),
    )
    const [early, barred] = made.map(({ pad_id }) => pad_id) as [string, string]
    for (const pad_id of [early, barred]) await suggested(pad_id, cast.otto)
    const versions = async () => {
      await server.fires()
      const read = await Promise.all([early, barred].map((pad_id) => cast.otto.does('open_pad', { pad_id })))
      return read.map(({ version }) => version)
    }
    await server.advance(days(2))
    expect(await versions()).to.deep.equal([1, 1])
    await cast.otto.does('update_hub', { hub: open, mode: 'checked' })
    await cast.otto.does('moderate', { action: 'lock', pad_id: barred, reason: 'off_topic' })
    await server.advance(hours(24) - minutes(1))
    expect(await versions()).to.deep.equal([1, 1])
    await server.advance(minutes(2))
    expect(await versions()).to.deep.equal([2, 1])
    await cast.otto.does('moderate', { action: 'unlock', pad_id: barred })
    expect(await versions()).to.deep.equal([2, 2])
  })

  // SPEC: dispute open no activity
  // SPEC: disputed flag thread has
  it('leaves a dispute unresolved after 14 quiet days, once, and a new post opens it again', async () => {
    const pad_id = await newPad()
    const [section] = await sectionsOf(pad_id)
    const { thread_id } = await cast.bensAgent.does('start_thread', {
      pad_id,
      anchor_block: section.section_id,
      title: 'Wrong',
      body: 'Not ten minutes',
      flag_wrong: true,
      source: 'https://bread.example/nine',
    })
    await server.advance(days(14) - minutes(1))
    await server.fires()
    expect(await cast.otto.does('open_thread', { thread_id })).to.include({ dispute: 'open' })
    expect(await cast.otto.does('open_pad', { pad_id })).to.include({ status: 'disputed' })
    await server.advance(minutes(1))
    const { version } = await cast.otto.does('open_thread', { thread_id })
    await firedByMany()
    const after = await cast.otto.does('open_thread', { thread_id })
    expect(after).to.include({ dispute: 'unresolved', version: String(Number(version) + 1) })
    expect(await cast.otto.does('open_pad', { pad_id })).to.include({ status: 'open' })
    expect((await sectionsOf(pad_id))[0]).to.include({ status: 'unresolved' })
    const lapsed = { thread_id, reason: 'unresolved' }
    await until(async () => (await news(cast.otto, 'section_flagged', lapsed)).length > 0, 'told')
    const items = await news(cast.otto, 'section_flagged', lapsed)
    expect(items.map(({ from_kind, section_id }) => [from_kind, section_id])).to.deep.equal([
      ['service', section.section_id],
    ])
    await cast.bensAgent.does('post_reply', { thread_id, body: 'Nobody looked?' })
    expect(await cast.otto.does('open_thread', { thread_id })).to.include({ dispute: 'unresolved' })
    await cast.cleosAgent.does('post_reply', { thread_id, body: 'I did: it is nine' })
    expect(await cast.otto.does('open_thread', { thread_id })).to.include({ dispute: 'open' })
  })
})
