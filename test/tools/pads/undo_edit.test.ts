import { expect } from 'chai'
import { pace, timers } from '../../../src/rules/limits.ts'
import { type Agent, register, signIn } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { hears } from '../../support/hearing.ts'
import { withCast } from '../../support/here.ts'

// SPEC: threads, pads, tasks start
describe('create_pad and undo_edit', () => {
  const { server, cast } = withCast()

  it('takes back what an agent of one’s own wrote, by a person who is only a member there, and no one else’s', async () => {
    const dora = await signIn(server, 'Dora')
    const [hers, before] = [await dora.agent('Hers'), await register(server, 'Linked later')]
    for (const agent of [hers, before]) await agent.does('join_hub', { hub: cast.hub.slug })
    expect((await dora.app('ui_join_hub', { hub: cast.hub.slug })).status).to.equal(200)
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Own', text: 'one two three' })
    const edits = async (agent: Agent, text: string): Promise<string> => {
      const { version } = await agent.does('open_pad', { pad_id })
      return (await agent.does('edit_pad', { pad_id, base_version: version, text }))['edit_id']
    }
    const undoes = (edit_id: string) => dora.app('ui_undo_edit', { edit_id })
    expect((await undoes(await edits(hers, 'one 2 three'))).status).to.equal(200)
    const alien = await undoes(await edits(cast.bensAgent, 'one zwei three'))
    expect(alien.status).to.equal(403)
    expect(alien.body).to.include({ error: 'forbidden', reason: 'not_yours' })
    const unlinked = await edits(before, 'one deux three')
    expect((await undoes(unlinked)).status).to.equal(403)
    const { line } = (await dora.settings('link-code')).body
    await before.does('link', { action: 'code', code: line })
    expect((await undoes(unlinked)).status).to.equal(200)
  })

  it('counts among an agent’s 60 edits of one pad in a minute, as accepting does', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Paced', text: 'one two three' })
    const now = server.parts.clock.now()
    // all but three of them
    const spends = [{ pace: pace.agentEditsToPad, subject: pad_id }]
    for (let n = 0; n < pace.agentEditsToPad.limit - 3; n++) await server.parts.windows.spend(`spent ${n}`, spends, now)
    const edited = await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'one 2 three' })
    const again = await cast.otto.does('undo_edit', { edit_id: edited['edit_id'] })
    const args = { pad_id, base_version: 3, text: 'one two 3', propose: true }
    const { edit_id } = await cast.cleosAgent.does('edit_pad', args)
    const ways = [
      ['edit_pad', { review: { edit_id, outcome: 'accept' } }],
      ['undo_edit', { edit_id: again['edit_id'] }],
      ['verify', { edit_id, note: 'I baked it' }],
    ] as const
    for (const [tool, over] of ways) {
      const { error } = await cast.otto.call(tool, over)
      expect(error, tool).to.include({ error: 'rate_limited', reason: 'pad_edits' })
    }
    await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'turn_down' } })
  })

  it('lets a suggestion wait again whose acceptance is taken back, by whoever accepted it and within the hour', async () => {
    const { otto, cleosAgent, hub } = cast
    const { pad_id } = await otto.does('create_pad', {
      hub: hub.slug,
      title: 'Accepted in haste',
      text: 'one two three',
    })
    const suggested = { pad_id, base_version: 1, text: 'one two 3', propose: true }
    const { edit_id } = await cleosAgent.does('edit_pad', suggested)
    const accepts = () => otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    const text = async (): Promise<string> => (await otto.call('open_pad', { pad_id })).text
    const waiting = async (): Promise<string[]> =>
      ((await otto.does('open_pad', { pad_id }))['suggestions'] ?? []).map((one: { edit_id: string }) => one.edit_id)

    await accepts()
    expect(await waiting()).to.deep.equal([])
    const back = await otto.call('undo_edit', { edit_id })
    expect(back.data).to.include({ waits_again: edit_id, version: 3 })
    expect(back.text).to.contain(`The suggestion ${edit_id}, which you had accepted, waits for an answer again.`)
    expect(await waiting()).to.deep.equal([edit_id])
    expect(await text()).to.contain('one two three')
    expect((await otto.call('undo_edit', { edit_id })).error).to.include({ reason: 'already_undone' })

    expect((await accepts())['version']).to.equal(4)
    expect(await text()).to.contain('one two 3')
    await server.advance(timers.acceptanceTakenBack + 1)
    expect(await otto.does('undo_edit', { edit_id })).to.not.have.property('waits_again')
    expect(await waiting()).to.deep.equal([])
    expect((await otto.call('undo_edit', { edit_id })).error).to.include({ reason: 'already_undone' })
  })

  it('brings an acceptance that was taken back by another one alone, so that no suggestion waits whose text stands', async () => {
    const { otto, ben, cleosAgent, hub } = cast
    const hasty = await ben.agent('In haste')
    await hasty.does('join_hub', { hub: hub.slug })
    const args = { hub: hub.slug, title: 'Taken back twice', text: 'one two three' }
    const { pad_id } = await otto.does('create_pad', args)
    const { edit_id } = await cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'one two 3', propose: true })
    const accepts = () => hasty.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    await accepts()
    const back = await hasty.call('undo_edit', { edit_id })
    expect(back.text).to.contain('Accepting it brings it back.').and.not.contain('undo_edit with')
    const again = async () => (await hasty.call('undo_edit', { edit_id: back.data['edit_id'] })).error
    const refused = await again()
    expect(refused).to.include({ error: 'invalid', reason: 'target' })
    expect(refused?.['message']).to.contain(`${edit_id}, which waits for an answer again`)

    // nor is it offered, or done with everything that somebody did
    const page = async (path: string): Promise<string> =>
      (await fetch(`${server.url}/p/${pad_id}${path}`, { headers: { Cookie: cast.ada.session } })).text()
    expect(await page(''))
      .to.contain('one two three')
      .and.not.contain('value="ui_undo_edit"')
    expect(await page('?history'))
      .to.contain('id="v-3"')
      .and.not.contain('value="ui_undo_edit"')
    const everything = { hub: hub.slug, participant: hasty.id, dry_run: true }
    expect(await otto.does('undo_everything', everything)).to.include({ edits_undone: 0 })

    expect((await accepts())['version']).to.equal(4)
    for (const path of ['', '?history']) expect(await page(path)).to.contain('value="ui_undo_edit"')
    expect((await page('?history')).match(/value="ui_undo_edit"/g)).to.have.length(1)
    expect((await again())?.['message']).to.contain('it is accepted')
  })

  throughEachDoor((door) => {
    it('makes a pad, counts it, and lists its sections', async () => {
      const said = await cast.bensAgent.call(
        'create_pad',
        { hub: cast.hub.hub_id, title: 'Plan', text: '# One\n\ntwo words' },
        door,
      )
      const { pad_id } = said.data as { pad_id: string }
      expect(said.data).to.deep.include({
        hub_id: cast.hub.hub_id,
        version: 1,
        etag: `pad:${pad_id}:1`,
        status: 'settled',
        url: `${server.url}/p/${pad_id}`,
      })
      expect(said.data['sections']).to.have.length(1)
      expect(said.data['sections'][0]).to.include({ level: 1, words: 3 })
      expect(said.data['allowance']).to.include({ per: 'hour' })
    })

    it('makes none for who has no seat, none in a hub they cannot see, and none too large', async () => {
      const args = { title: 'Plan', text: 'x' }
      const seatless = await cast.stranger.refused('create_pad', { ...args, hub: cast.hub.slug }, door)
      expect(seatless).to.equal('forbidden/needs_seat')
      const hidden = await cast.otto.does('create_hub', { title: 'Hidden' })
      const unseen = await cast.bensAgent.refused('create_pad', { ...args, hub: hidden['slug'] }, door)
      expect(unseen).to.equal('not_found/unreadable')
      const large = await cast.otto.call('create_pad', { ...args, hub: cast.hub.slug, text: 'x'.repeat(60_001) }, door)
      expect(large.error).to.include({ error: 'too_large', reason: 'pad', limit: 60_000, size: 60_001 })
      const long = await cast.otto.call('create_pad', { ...args, hub: cast.hub.slug, title: 'x'.repeat(201) }, door)
      expect(long.error).to.include({ error: 'too_large', reason: 'title', limit: 200 })
    })

    it('takes an edit back, keeps later ones, and can be taken back itself', async () => {
      const { pad_id } = await cast.otto.does('create_pad', {
        hub: cast.hub.slug,
        title: 'Plan',
        text: 'one two three',
      })
      const first = await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'one 2 three' })
      await cast.otto.does('edit_pad', { pad_id, base_version: 2, text: 'one 2 three four' })
      const undone = await cast.cleosAgent.call('undo_edit', { edit_id: first['edit_id'] }, door)
      expect(undone.data).to.deep.include({
        undone: first['edit_id'],
        pad_id,
        version: 4,
        etag: `pad:${pad_id}:4`,
        status: 'settled',
      })
      expect((await cast.otto.call('open_pad', { pad_id })).text).to.contain('one two three four')
      const again = await cast.cleosAgent.refused('undo_edit', { edit_id: first['edit_id'] }, door)
      expect(again).to.equal('conflict/already_undone')
      await cast.cleosAgent.does('undo_edit', { edit_id: undone.data['edit_id'] }, door)
      expect((await cast.otto.call('open_pad', { pad_id })).text).to.contain('one 2 three four')
    })

    it('names what later edits built on', async () => {
      const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Plan', text: 'one two' })
      const first = await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'one 2' })
      await cast.otto.does('edit_pad', { pad_id, base_version: 2, text: 'one zwei' })
      const refused = await cast.cleosAgent.call('undo_edit', { edit_id: first['edit_id'] }, door)
      expect(refused.error).to.include({ error: 'conflict', reason: 'built_on' })
      expect(refused.error?.['conflicts'][0]).to.include({ your_rev: 2, current_rev: 3, kind: 'changed' })
      expect(refused.text).to.contain('one zwei')
    })

    it('leaves other people’s edits to owner and helpers', async () => {
      const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Plan', text: 'one' })
      const { edit_id } = await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'one two' })
      expect(await cast.cleosAgent.refused('undo_edit', { edit_id }, door)).to.equal('forbidden/not_yours')
      await cast.bensAgent.does('undo_edit', { edit_id }, door)
    })

    it('leaves an accepted suggestion to its author, to who accepted it, and to owner and helpers', async () => {
      const hub = cast.hub.slug
      const dora = await (await signIn(server, `Dora${door.name}`)).agent('Doras agent')
      await dora.does('join_hub', { hub })
      const { pad_id } = await cast.otto.does('create_pad', { hub, title: 'Plan', text: 'one two' })
      for (const who of [cast.cleosAgent, dora, cast.bensAgent]) {
        const { version } = await cast.otto.does('open_pad', { pad_id, outline: true })
        const text = `one two ${version}`
        const suggested = await cast.cleosAgent.does('edit_pad', { pad_id, base_version: version, text, propose: true })
        const review = { edit_id: suggested['edit_id'], outcome: 'accept' }
        const accepted = await dora.does('edit_pad', { review })
        const undone = await who.does('undo_edit', { edit_id: suggested['edit_id'] }, door)
        expect(undone).to.include({ undone: accepted['edit_id'], pad_id })
        const again = await who.refused('undo_edit', { edit_id: suggested['edit_id'] }, door)
        expect(again).to.equal('conflict/already_undone')
        if (who !== cast.cleosAgent)
          await hears(cast.cleosAgent, 'edit_undone', { edit_id: accepted['edit_id'], from_id: who.id, reason: 'undo' })
      }
    })

    it('takes a title back, and says where a later edit changed the same words of it', async () => {
      const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'A plan', text: 'one' })
      const titleOf = async () => /^title: (.*)$/m.exec((await cast.otto.call('open_pad', { pad_id })).text)?.[1]
      const { edit_id } = await cast.cleosAgent.does('edit_pad', { pad_id, title: 'A good plan' })
      await cast.otto.does('edit_pad', { pad_id, title: 'Our good plan' })
      await cast.cleosAgent.does('undo_edit', { edit_id }, door)
      expect(await titleOf()).to.equal('Our plan')
      const later = await cast.cleosAgent.does('edit_pad', { pad_id, title: 'Our bad plan' })
      await cast.otto.does('edit_pad', { pad_id, title: 'Our grand plan' })
      const refused = await cast.cleosAgent.refused('undo_edit', { edit_id: later['edit_id'] }, door)
      expect(refused).to.equal('conflict/built_on')
    })

    it('takes no suggestion that waits, and no edit of a pad one cannot read', async () => {
      const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Plan', text: 'one' })
      const waiting = await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'two', propose: true })
      const refused = await cast.cleosAgent.refused('undo_edit', { edit_id: waiting['edit_id'] }, door)
      expect(refused).to.equal('invalid/target')
      const hidden = (await cast.otto.does('create_hub', { title: 'Hidden' }))['front_pad'].pad_id
      const { edit_id } = await cast.otto.does('edit_pad', { pad_id: hidden, title: 'x' })
      expect(await cast.cleosAgent.refused('undo_edit', { edit_id }, door)).to.equal('not_found/unreadable')
    })

    it('deletes one’s own post, and no other', async () => {
      const { thread_id, post_id } = await cast.otto.does('start_thread', {
        hub: cast.hub.slug,
        title: 'T',
        body: 'Words.',
      })
      expect(await cast.bensAgent.refused('undo_edit', { post_id }, door)).to.equal('forbidden/not_yours')
      const deleted = await cast.otto.does('undo_edit', { post_id }, door)
      expect(deleted).to.deep.include({ post_id, thread_id })
      const both = await cast.otto.refused('undo_edit', { post_id, edit_id: 'edt_00000000000000000000000000' }, door)
      expect(both).to.equal('invalid/one_of')
      const none = await cast.otto.refused('undo_edit', { edit_id: 'edt_00000000000000000000000000' }, door)
      expect(none).to.equal('not_found/unreadable')
    })

    it('deletes one’s own post by its id in a private hub that one was removed from or left, and tells nothing else', async () => {
      const { otto } = cast
      const { slug } = await otto.does('create_hub', { title: 'Shut' })
      const { thread_id, post_id: ottos } = await otto.does('start_thread', { hub: slug, title: 'T', body: 'Ours.' })
      const [gone, left, stays] = [
        await register(server, 'Gone'),
        await register(server, 'Left'),
        await register(server, 'Stays'),
      ]
      const posts = async (agent: Agent, within = thread_id): Promise<string> =>
        (await agent.does('post_reply', { thread_id: within, body: `Words of ${agent.handle}.` }))['post_id']
      for (const agent of [gone, left, stays]) {
        const { invite_url } = await otto.does('invite', { hub: slug })
        await agent.does('join_hub', { invite: invite_url })
      }
      const { thread_id: other } = await otto.does('start_thread', { hub: slug, title: 'Hidden', body: 'Soon.' })
      const [his, later, hers, alien, hidden, covered] = [
        await posts(gone),
        await posts(gone),
        await posts(left),
        await posts(stays),
        await posts(gone, other),
        await posts(gone),
      ]
      await otto.does('moderate', { action: 'remove', hub: slug, participant: gone.id })
      await left.does('moderate', { action: 'remove', hub: slug, participant: left.id })
      const cover = { action: 'hide', level: 'hide', reason: 'off_topic' }
      await otto.does('moderate', { ...cover, thread_id: other })
      await otto.does('moderate', { ...cover, post_id: covered })

      const missing = await gone.refused('undo_edit', { post_id: 'msg_00000000000000000000000000' }, door)
      expect(missing).to.equal('not_found/unreadable')
      for (const post_id of [alien, ottos, hers, hidden, covered])
        expect(await gone.refused('undo_edit', { post_id }, door), post_id).to.equal(missing)
      await otto.does('moderate', { action: 'pause_agents', hub: slug })
      expect(await gone.refused('undo_edit', { post_id: his }, door), 'a pause is not told').to.equal(missing)
      await otto.does('moderate', { action: 'resume_agents', hub: slug })

      for (const [agent, post_id] of [
        [gone, his],
        [left, hers],
      ] as const) {
        const { ok, data, text } = await agent.call('undo_edit', { post_id }, door)
        expect(ok, text).to.equal(true)
        expect(data).to.deep.equal({ post_id })
        expect(text).to.equal(`Deleted ${post_id}.`)
        expect((await agent.call('undo_edit', { post_id }, door)).data, 'again').to.deep.equal({ post_id })
        expect(await agent.refused('open_thread', { thread_id }, door)).to.equal('not_found/unreadable')
      }
      expect(await gone.refused('post_reply', { edits_post: later, body: 'x' }, door)).to.equal(missing)
      const { text, data } = await otto.call('open_thread', { thread_id })
      expect(text).to.include(`Words of ${stays.handle}.`).and.not.include(`Words of ${left.handle}.`)
      const shown = data['posts'] as readonly { id: string; deleted?: boolean }[]
      expect(shown.filter(({ deleted }) => deleted).map(({ id }) => id)).to.deep.equal([his, hers])
    })
  })
})
