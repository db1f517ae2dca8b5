import { expect } from 'chai'
import { minutes } from '../../../src/rules/units.ts'
import { type Agent, withKey } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

/** In a Checked hub: members propose, owner and helpers decide. */
describe('decisions on a pad', () => {
  const { server, cast } = withCast()
  let pad_id: string
  let section_id: string
  let thread_id: string
  let post_id: string

  before(async () => {
    await cast.otto.does('update_hub', { hub: cast.hub.slug, mode: 'checked' })
  })

  beforeEach(async () => {
    await server.advance(minutes(1))
    const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Bread', text: '# Flour\n\nrye' })
    pad_id = made['pad_id']
    section_id = made['sections'][0].section_id
    const talk = { hub: cast.hub.slug, title: 'Which flour?', body: 'Rye or wheat?' }
    ;({ thread_id, post_id } = (await cast.bensAgent.does('start_thread', talk)) as any)
  })

  const decides = async (by: Agent, decision: object, more: object = {}): Promise<any> =>
    (await by.does('edit_pad', { pad_id, decision: { text: 'We bake rye.', ...decision }, ...more }))['decision']
  const answers = (by: Agent, decision_id: string, outcome: string) =>
    by.call('edit_pad', { review: { decision_id, outcome, note: 'said so' } })
  const statuses = async (): Promise<unknown> => {
    const { decisions } = await cast.otto.does('open_pad', { pad_id })
    return Object.fromEntries(decisions.map(({ decision_id, status }: any) => [decision_id, status]))
  }

  it('are decided at once by whoever edits there, with what was considered, and change no text', async () => {
    const decision = { reason: 'It keeps.', options: ['rye', 'wheat *and* spelt'], section_id, thread_id, post_id }
    const made = await decides(cast.bensAgent, decision)
    expect(made).to.include({ status: 'decided' })
    const { data, text } = await cast.cleosAgent.call('open_pad', { pad_id })
    expect(data).to.include({ version: 1 })
    expect(data['decisions']).to.have.length(1)
    expect(data['decisions'][0]).to.include({
      decision_id: made.decision_id,
      status: 'decided',
      section_id,
      thread_id,
    })
    expect(JSON.stringify(data)).to.not.contain('keeps').and.not.contain('spelt')
    expect(text).to.contain('~~~~markdown\nWe bake rye.\n~~~~')
    expect(text).to.contain('~~~~markdown\nIt keeps.\n~~~~')
    expect(text).to.contain('~~~~markdown\n- rye\n- wheat *and* spelt\n~~~~')
  })

  it('are found by the page for people, and not by its Markdown, whose table has no such row', async () => {
    await decides(cast.otto, { text: 'We bake emmer on Fridays.' })
    const found = async (accept: string) =>
      (await fetch(`${server.url}/search?q=emmer`, { headers: { Accept: accept } })).text()
    await until(async () => (await found('text/html')).includes('on Fridays'), 'the decision is found')
    expect(await found('text/markdown'))
      .to.contain('Nothing found.')
      .and.not.contain('on Fridays')
  })

  it('name no thread that their author cannot open: a seat in the pad alone, or a sub-agent for it, opens none', async () => {
    const hub = (await cast.otto.does('create_hub', { title: 'Behind the counter' }))['slug']
    const talk = await cast.otto.does('start_thread', { hub, title: 'Who bakes?', body: 'Say when.' })
    const pad = await cast.otto.does('create_pad', { hub, title: 'Shifts', text: '# Early\n\nfive' })
    const letIn = async (place: object) => {
      const { invite_url } = await cast.otto.does('invite', place)
      await cast.stranger.does('join_hub', { invite: invite_url.split('#')[1] })
    }
    const missing = { thread_id: 'thr_00000000000000000000000000', post_id: 'msg_00000000000000000000000000' }
    const ways = ({ thread_id, post_id }: Record<string, any>): object[] => [
      { pad_id: pad['pad_id'], decision: { text: 'We open at six.', thread_id } },
      { pad_id: pad['pad_id'], decision: { text: 'We open at six.', thread_id, post_id } },
      { pad_id: pad['pad_id'], base_version: 1, text: '# Early\n\nsix', resolves_thread: thread_id },
    ]
    const errors = async (by: Agent, named: Record<string, any>): Promise<unknown[]> =>
      Promise.all(ways(named).map(async (args) => (await by.call('edit_pad', args)).error))
    const minted = await cast.otto.does('mint_subagent', {
      name: 'Shifts only',
      pads: [pad['pad_id']],
      rights: ['read', 'propose', 'edit'],
    })
    const sub = withKey(server, { ...minted['agent'], key: minted['agent_key'] })

    await letIn({ pad_id: pad['pad_id'] })
    for (const by of [cast.stranger, sub]) {
      const heard = await errors(by, talk)
      expect(heard).to.deep.equal(await errors(by, missing))
      for (const error of heard) expect(error).to.include({ error: 'not_found', reason: 'unreadable' })
    }
    await letIn({ thread_id: talk['thread_id'] })
    const named = { text: 'We open at six.', thread_id: talk['thread_id'], post_id: talk['post_id'] }
    const { decision } = await cast.stranger.does('edit_pad', { pad_id: pad['pad_id'], decision: named })
    expect(decision).to.include({ status: 'decided' })
  })

  it('move the version of their thread, its ETag with it, and end the waits of whoever reads along', async () => {
    const read = async () => {
      await server.landed()
      const { version, etag } = await cast.otto.does('open_thread', { thread_id })
      expect(etag).to.equal(`thread:${thread_id}:${version}`)
      const page = await fetch(`${server.url}/t/${thread_id}?format=md`)
      expect(await page.text()).to.contain(`version: "${version}"`)
      expect(page.headers.get('etag')).to.equal(`"${etag}"`)
      return Number(version)
    }
    const before = await read()
    const { decision_id: older } = await decides(cast.bensAgent, { thread_id })
    expect(await read()).to.equal(before + 1)
    const since = String(before + 1)
    const open = server.parts.front.waits.counts.open
    const waiting = cast.cleosAgent.does('open_thread', { thread_id, since, wait: 20 })
    await until(() => server.parts.front.waits.counts.open === open + 1, 'a wait')
    const { decision_id } = await decides(cast.cleosAgent, { thread_id, supersedes: older })
    expect(await waiting).to.include({ changed: true, version: String(before + 2) })
    expect((await answers(cast.otto, decision_id, 'accept')).ok).to.equal(true)
    expect(await read(), 'one page, one step').to.equal(before + 3)
    await decides(cast.bensAgent, {}, { dry_run: true })
    await decides(cast.bensAgent, {})
    expect(await read(), 'of no thread').to.equal(before + 3)
  })

  const versionOf = async (id: string): Promise<number> =>
    Number((await cast.otto.does('open_thread', { thread_id: id }))['version'])
  const inTwoThreads = async () => {
    const talk = { hub: cast.hub.slug, title: 'Which oven?', body: 'Wood or gas?' }
    const here = (await cast.otto.does('start_thread', talk))['thread_id'] as string
    const there = (await cast.otto.does('start_thread', talk))['thread_id'] as string
    const older = await decides(cast.otto, { thread_id: here })
    const { decision_id } = await decides(cast.bensAgent, { thread_id: there, supersedes: older.decision_id })
    await server.landed()
    const versions = async () => [await versionOf(here), await versionOf(there)] as [number, number]
    return { here, decision_id, versions }
  }

  it('move the thread of what stands again once they are withdrawn', async () => {
    const { here, decision_id, versions } = await inTwoThreads()
    const [one, two] = await versions()
    const waiting = cast.cleosAgent.does('open_thread', { thread_id: here, since: String(one), wait: 20 })
    await until(() => server.parts.front.waits.counts.open === 1, 'a wait')
    expect((await answers(cast.bensAgent, decision_id, 'withdraw')).ok).to.equal(true)
    expect(await waiting).to.include({ changed: true, version: String(one + 1) })
    await server.landed()
    expect(await versions()).to.deep.equal([one + 1, two + 1])
  })

  it('are proposed by members, and answered once by owner or helper', async () => {
    const outcomes = { accept: 'decided', turn_down: 'turned_down', withdraw: 'withdrawn' }
    for (const [outcome, status] of Object.entries(outcomes)) {
      const { decision_id, status: first } = await decides(cast.cleosAgent, { thread_id })
      expect(first).to.equal('proposed')
      await hears(cast.otto, 'decision_waiting', { decision_id, pad_id, thread_id })
      if (outcome !== 'withdraw') {
        expect((await answers(cast.cleosAgent, decision_id, outcome)).error).to.include({ error: 'forbidden' })
      } else {
        expect((await answers(cast.otto, decision_id, outcome)).error).to.include({ reason: 'not_yours' })
      }
      const { data, error } = await answers(outcome === 'withdraw' ? cast.cleosAgent : cast.otto, decision_id, outcome)
      expect(error).to.equal(undefined)
      expect(data['decision']).to.deep.equal({ decision_id, status })
      expect(data['reviewed']).to.include({ decision_id })
      expect(data).to.not.have.property('allowance')
      expect(await statuses()).to.include({ [decision_id]: status })
      for (const again of ['accept', 'turn_down'])
        expect((await answers(cast.bensAgent, decision_id, again)).error).to.include({
          error: 'conflict',
          reason: 'already_answered',
          state: status,
        })
      // who proposed it has not written in its thread
      if (outcome !== 'withdraw')
        for (const one of [cast.bensAgent, cast.cleosAgent])
          await hears(one, 'decision_made', { decision_id, reason: status })
    }
  })

  it('take the place of an older one: at once, or when they are accepted, and only once', async () => {
    const first = await decides(cast.otto, { thread_id })
    const second = await decides(cast.otto, { text: 'We bake wheat.', supersedes: first.decision_id })
    expect(await statuses()).to.deep.equal({ [first.decision_id]: 'superseded', [second.decision_id]: 'decided' })
    await hears(cast.bensAgent, 'decision_made', { decision_id: first.decision_id, reason: 'superseded' })
    expect((await cast.otto.call('open_pad', { pad_id })).text).to.contain(`in place of ${first.decision_id}`)

    const [third, fourth] = [
      await decides(cast.cleosAgent, { text: 'Spelt.', supersedes: second.decision_id }),
      await decides(cast.cleosAgent, { text: 'Oats.', supersedes: second.decision_id, thread_id }),
    ]
    expect(await statuses()).to.include({ [second.decision_id]: 'decided', [third.decision_id]: 'proposed' })
    expect((await answers(cast.otto, third.decision_id, 'accept')).ok).to.equal(true)
    await hears(cast.cleosAgent, 'decision_made', { decision_id: third.decision_id, reason: 'decided', pad_id })
    const standing = { [second.decision_id]: 'superseded', [third.decision_id]: 'decided' }
    expect(await statuses()).to.include(standing)
    expect((await answers(cast.otto, fourth.decision_id, 'accept')).error).to.include({
      error: 'conflict',
      reason: 'already_answered',
    })
    expect(await statuses()).to.include({ ...standing, [fourth.decision_id]: 'proposed' })
    expect((await answers(cast.otto, fourth.decision_id, 'turn_down')).ok).to.equal(true)
  })

  it('are decided for another option than the proposed one: recorded as one of its own, in one message', async () => {
    const first = await decides(cast.otto, { thread_id })
    const proposed = { text: 'Rye.', options: ['Rye.', 'Wheat.', 'Spelt.'], supersedes: first.decision_id, thread_id }
    const { decision_id } = await decides(cast.cleosAgent, { ...proposed, section_id })
    const choose = (option: number, more: object = {}) =>
      cast.otto.call('edit_pad', {
        review: { decision_id, outcome: 'accept', option, note: 'It is cheaper.' },
        ...more,
      })
    expect((await choose(4)).error).to.include({ error: 'invalid', reason: 'target' })
    expect((await choose(11)).error).to.include({ error: 'invalid', reason: 'schema' })
    expect((await choose(2, { dry_run: true })).data['decision']).to.deep.equal({ status: 'decided' })
    expect(await statuses()).to.include({ [decision_id]: 'proposed' })
    const turned = { review: { decision_id, outcome: 'turn_down', option: 2 } }
    expect(await cast.otto.refused('edit_pad', turned)).to.equal('invalid/one_of')

    const { data, text } = await choose(2)
    const chosen = data['decision'].decision_id
    expect(data['decision']).to.deep.equal({ decision_id: chosen, status: 'decided' })
    expect(text).to.contain(`Recorded decision ${chosen} in place of ${decision_id}.`)
    expect(await statuses()).to.deep.equal({
      [first.decision_id]: 'superseded',
      [decision_id]: 'superseded',
      [chosen]: 'decided',
    })
    const read = await cast.otto.call('open_pad', { pad_id })
    expect(read.text).to.contain('~~~~markdown\nWheat.\n~~~~').and.contain('~~~~markdown\nIt is cheaper.\n~~~~')
    const record = read.data['decisions'].find((one: any) => one.decision_id === chosen)
    expect(record).to.include({ section_id, thread_id })
    expect(read.text).to.contain(`in place of ${decision_id}`)
    await hears(cast.bensAgent, 'decision_made', { decision_id: chosen, reason: 'decided', thread_id })
    expect((await choose(3)).error).to.include({ error: 'conflict', reason: 'already_answered', state: 'superseded' })
  })

  it('wait again when the option that was chosen in their place is withdrawn; what that ended stands again', async () => {
    const first = await decides(cast.otto, {})
    const options = ['Rye.', 'Wheat.']
    const proposed = await decides(cast.cleosAgent, { text: 'Rye.', options, supersedes: first.decision_id })
    const chosen = await cast.bensAgent.does('edit_pad', {
      review: { decision_id: proposed.decision_id, outcome: 'accept', option: 2 },
    })
    const { decision_id } = chosen['decision']
    expect(await statuses()).to.include({ [first.decision_id]: 'superseded', [proposed.decision_id]: 'superseded' })
    expect((await answers(cast.bensAgent, decision_id, 'withdraw')).ok).to.equal(true)
    expect(await statuses()).to.deep.equal({
      [first.decision_id]: 'decided',
      [proposed.decision_id]: 'proposed',
      [decision_id]: 'withdrawn',
    })
    expect((await answers(cast.otto, proposed.decision_id, 'accept')).ok).to.equal(true)
    expect(await statuses()).to.include({ [first.decision_id]: 'superseded', [proposed.decision_id]: 'decided' })
  })

  it('are accepted as they are where the chosen option is the proposed one', async () => {
    const { decision_id } = await decides(cast.cleosAgent, { text: 'Rye.', options: ['Wheat.', 'Rye.'] })
    const body = { decision_id, outcome: 'accept', option: 2 }
    const { data } = (await cast.ada.app('ui_answer_decision', body)).body as any
    expect(data['decision']).to.deep.equal({ decision_id, status: 'decided' })
  })

  it('hear of being superseded in the thread they were made for, also when the newer one is accepted', async () => {
    const older = await decides(cast.otto, { thread_id })
    const newer = await decides(cast.cleosAgent, { text: 'Spelt.', supersedes: older.decision_id })
    await answers(cast.otto, newer.decision_id, 'accept')
    await hears(cast.bensAgent, 'decision_made', { decision_id: older.decision_id, reason: 'superseded', thread_id })
  })

  it('name things that are there', async () => {
    const [other, elsewhere] = [
      await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Else' }),
      await cast.otto.does('create_hub', { title: 'Elsewhere' }),
    ]
    const hidden = await cast.otto.does('start_thread', { hub: elsewhere['slug'], title: 'There', body: 'x' })
    const onOther = await cast.otto.does('edit_pad', { pad_id: other['pad_id'], decision: { text: 'x' } })
    const proposed = await decides(cast.cleosAgent, {})
    const cases: [object, object][] = [
      [{ section_id: '00000000' }, { error: 'invalid', reason: 'unknown_section' }],
      [{ post_id }, { error: 'invalid', reason: 'target' }],
      [{ thread_id: hidden['thread_id'] }, { error: 'not_found', reason: 'unreadable' }],
      [{ supersedes: onOther['decision'].decision_id }, { error: 'not_found', reason: 'unreadable' }],
      [{ supersedes: proposed.decision_id }, { error: 'invalid', reason: 'target' }],
      [{ options: Array.from({ length: 11 }, () => 'x') }, { error: 'invalid', reason: 'schema' }],
      [{ text: 'x'.repeat(2_001) }, { error: 'invalid', reason: 'schema' }],
    ]
    for (const [decision, refusal] of cases) {
      const { error } = await cast.bensAgent.call('edit_pad', { pad_id, decision: { text: 'x', ...decision } })
      expect(error, JSON.stringify(decision)).to.include(refusal)
    }
    expect(await statuses()).to.deep.equal({ [proposed.decision_id]: 'proposed' })
  })

  it('go in with the edit of the same call, or neither does', async () => {
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: '# Flour\n\nwheat' })
    const both = { pad_id, base_version: 1, text: '# Flour\n\nspelt' }
    const { error } = await cast.bensAgent.call('edit_pad', { ...both, decision: { text: 'Spelt.' } })
    expect(error).to.include({ error: 'conflict', reason: 'merge' })
    const wrong = { ...both, base_version: 2, decision: { text: 'Spelt.', section_id: '00000000' } }
    expect((await cast.bensAgent.call('edit_pad', wrong)).error).to.include({ reason: 'unknown_section' })
    expect(await cast.otto.does('open_pad', { pad_id }))
      .to.include({ version: 2 })
      .and.not.have.property('decisions')

    const said = await cast.bensAgent.does('edit_pad', { ...both, base_version: 2, decision: { text: 'Spelt.' } })
    expect(said).to.include({ version: 3 })
    expect(said['decision']).to.include({ status: 'decided' })
  })

  // a decision with propose decides at once
  it('wait where somebody who could decide asks the others, and are theirs to answer', async () => {
    const { decision_id, status } = await decides(cast.bensAgent, { thread_id }, { propose: true })
    expect(status).to.equal('proposed')
    await hears(cast.otto, 'decision_waiting', { decision_id, pad_id, thread_id })
    const dry = await cast.otto.does('edit_pad', {
      pad_id,
      propose: true,
      decision: { text: 'x' },
      dry_run: true,
    })
    expect(dry).to.deep.include({ dry_run: true, decision: { status: 'proposed' } })
    expect((await answers(cast.otto, decision_id, 'accept')).data['decision']).to.deep.equal({
      decision_id,
      status: 'decided',
    })
  })

  const suggests = async (text: string, decision: object = {}): Promise<any> => {
    const { version } = await cast.otto.does('open_pad', { pad_id })
    const suggestion = { pad_id, base_version: version, text: `# Flour\n\n${text}`, propose: true }
    return cast.bensAgent.does('edit_pad', { ...suggestion, decision: { text, thread_id, ...decision } })
  }
  const reviews = (by: Agent, edit_id: string, outcome: string) => by.call('edit_pad', { review: { edit_id, outcome } })

  it('share the fate of the suggestion they came with', async () => {
    const older = await decides(cast.otto, { text: 'We bake wheat.' })
    const fates = { turn_down: 'turned_down', withdraw: 'withdrawn', accept: 'decided' }
    for (const [outcome, status] of Object.entries(fates)) {
      const { edit_id, decision } = await suggests(outcome, { supersedes: older.decision_id })
      const { decision_id } = decision
      expect(decision).to.include({ status: 'proposed' })
      expect(await statuses()).to.include({ [older.decision_id]: 'decided', [decision_id]: 'proposed' })
      const { error } = await reviews(outcome === 'withdraw' ? cast.bensAgent : cast.otto, edit_id, outcome)
      expect(error).to.equal(undefined)
      expect(await statuses()).to.include({ [decision_id]: status })
      if (outcome !== 'withdraw') await hears(cast.bensAgent, 'decision_made', { decision_id, reason: status })
    }
    expect(await statuses()).to.include({ [older.decision_id]: 'superseded' })
  })

  it('go in with a suggestion that somebody checked, and stay as they were answered by themselves', async () => {
    const checked = await suggests('spelt')
    await cast.otto.does('verify', { edit_id: checked.edit_id, outcome: 'checked', note: 'Baked it.' })
    expect(await statuses()).to.include({ [checked.decision.decision_id]: 'decided' })
    const apart = await suggests('oats')
    await answers(cast.otto, apart.decision.decision_id, 'turn_down')
    await cast.otto.does('edit_pad', { review: { edit_id: apart.edit_id, outcome: 'accept' } })
    expect(await statuses()).to.include({ [apart.decision.decision_id]: 'turned_down' })
  })

  it('keep a small suggestion of the same call from going in by silence', async () => {
    const change = { pad_id, base_version: 1, text: '# Flour\n\nrye.', propose: true }
    const alone = await cast.cleosAgent.does('edit_pad', change)
    expect(alone['edit']).to.include({ small: true }).and.have.property('goes_in_at')
    const both = await cast.cleosAgent.does('edit_pad', { ...change, decision: { text: 'With a dot.' } })
    expect(both['edit']).to.include({ small: true, status: 'proposed' }).and.not.have.property('goes_in_at')
    expect(both['decision']).to.include({ status: 'proposed' })
  })

  it('of a dry run are named by no id and are not there', async () => {
    for (const change of [{}, { title: 'Loaf' }]) {
      const said = await cast.otto.does('edit_pad', { pad_id, decision: { text: 'x' }, dry_run: true, ...change })
      expect(said).to.deep.include({ dry_run: true, version: 1, decision: { status: 'decided' } })
      expect(JSON.stringify(said)).to.not.contain('edt_').and.not.contain('dec_')
    }
    const { decision_id } = await decides(cast.cleosAgent, {})
    const review = { decision_id, outcome: 'accept' }
    const said = await cast.otto.does('edit_pad', { review, dry_run: true })
    expect(said).to.deep.include({ dry_run: true, decision: { decision_id, status: 'decided' } })
    expect(await statuses()).to.deep.equal({ [decision_id]: 'proposed' })
  })

  it('move their thread when a batch withdraws them and when it is taken back', async () => {
    const talk = { hub: cast.hub.slug, title: 'Which oven?', body: 'Wood or gas?' }
    const asked_in = (await cast.otto.does('start_thread', talk))['thread_id'] as string
    expect(await decides(cast.cleosAgent, { thread_id: asked_in })).to.include({ status: 'proposed' })
    const before = await versionOf(asked_in)
    const moved = (by: number) => until(async () => (await versionOf(asked_in)) === before + by, `by ${by}`)
    const asked = { hub: cast.hub.slug, participant: cast.cleosAgent.handle }
    const { batch_id } = await cast.otto.does('undo_everything', asked)
    await moved(1)
    await cast.otto.does('moderate', { action: 'show', hub: cast.hub.slug, entry: batch_id })
    await moved(2)
  })
})
