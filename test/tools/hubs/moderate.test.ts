import { expect } from 'chai'
import { openSession } from '../../../sql/outside_actors/records/session.ts'
import { mintSecret } from '../../../src/identity/secrets.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import { type AtScreen, inBrowser } from '../../support/at_screen.ts'
import { type Agent, makePublic, register, withKey } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { jumpIn } from '../../support/guest.ts'
import { withCast } from '../../support/here.ts'

describe('moderate', () => {
  const { server, cast } = withCast()
  let otto: Agent
  let ben: Agent
  let cleo: Agent
  let stranger: Agent
  let slug: string

  before(async () => {
    otto = cast.otto
    ben = cast.bensAgent
    cleo = cast.cleosAgent
    stranger = cast.stranger
    slug = cast.hub.slug
  })

  let made = 0
  const startedBy = async (agent: Agent, more: object = {}): Promise<{ thread_id: string; post_id: string }> =>
    (await agent.does('start_thread', { hub: slug, title: `Thread ${++made}`, body: `Words ${made}`, ...more })) as any
  const log = async () => (await otto.does('open_hub', { hub: slug, log: true }))['log'] as any[]
  const news = async (agent: Agent, kind: string) => {
    await server.landed()
    const { items } = await agent.does('show_svc', { after: 0, limit: 200 })
    return items.filter((item: any) => item.kind === kind)
  }

  throughEachDoor((door) => {
    // each door begins with sixty writes a minute of its own
    before(() => server.advance(minutes(1)))
    describe('folding and hiding', () => {
      it('folds a thread: readable behind the fold, in the log, told to its starter', async () => {
        const { thread_id } = await startedBy(cleo)
        const done = await ben.does(
          'moderate',
          { action: 'hide', thread_id, reason: 'outdated', note: 'There is a newer one' },
          door,
        )
        expect(done).to.include({ action: 'hide', status: 'folded', hub_id: cast.hub.hub_id })
        expect(done['target']).to.deep.equal({ type: 'thread', id: thread_id })
        expect(done['etag']).to.equal(`thread:${thread_id}:${done['version']}`)
        expect(await stranger.does('open_thread', { thread_id }, door)).to.include({ status: 'folded' })
        expect((await log())[0]).to.include({ entry: done['entry'], action: 'hide', reason: 'outdated', by_id: ben.id })
        const told = (await news(cleo, 'moderated')).filter((item: any) => item.thread_id === thread_id)
        expect(told.map(({ reason, from_id }: any) => [reason, from_id])).to.deep.equal([['outdated', ben.id]])
      })

      it('answers with version and etag of the thread, of a post as of the thread itself', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        for (const action of ['hide', 'hide', 'show', 'show']) {
          const done = await ben.does('moderate', { action, post_id }, door)
          const now = await ben.does('open_thread', { thread_id })
          expect(done['version']).to.be.a('string').and.equal(now['version'])
          expect(done['etag']).to.equal(`thread:${thread_id}:${done['version']}`).and.equal(now['etag'])
        }
      })

      it('gives back the status that a thread had, by action and by log entry', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        await cleo.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
        const { entry } = await ben.does('moderate', { action: 'hide', thread_id }, door)
        expect(await cleo.does('open_thread', { thread_id })).to.include({ status: 'folded' })
        const back = await ben.does('moderate', { action: 'show', entry }, door)
        expect(back).to.include({ status: 'shown' })
        expect(await cleo.does('open_thread', { thread_id })).to.include({ status: 'answered' })
        const again = await ben.does('moderate', { action: 'show', entry }, door)
        expect(again).to.include({ status: 'shown', already: true }).and.not.have.property('entry')
        expect(await ben.does('moderate', { action: 'show', thread_id }, door)).to.include({ already: true })
        // a later fold is not taken back by the entry of an earlier one
        await ben.does('moderate', { action: 'hide', thread_id }, door)
        expect(await ben.refused('moderate', { action: 'show', entry }, door)).to.equal('invalid/target')
        expect(await cleo.does('open_thread', { thread_id })).to.include({ status: 'folded' })
      })

      it('leaves what is hidden in the list of what is folded, for owner and helpers alone', async () => {
        const { thread_id } = await startedBy(cleo)
        const { pad_id } = await otto.does('create_pad', { hub: slug, title: `Pad ${++made}`, text: 'Words' })
        const folded = async (who: Agent): Promise<string[]> =>
          (await who.does('open_hub', { hub: slug, is: 'folded' }, door))['items'].map(({ id }: any) => id)
        for (const level of ['fold', 'hide']) {
          for (const target of [{ thread_id }, { pad_id }])
            await ben.does('moderate', { action: 'hide', level, reason: 'off_topic', ...target }, door)
          for (const who of [otto, ben]) expect(await folded(who)).to.include.members([thread_id, pad_id])
        }
        for (const who of [cleo, stranger]) expect(await folded(who)).not.to.include.oneOf([thread_id, pad_id])
      })

      it('gives back the fold that stood before, where the entry that hid it is taken back', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        for (const target of [{ thread_id }, { post_id }]) {
          await ben.does('moderate', { action: 'hide', reason: 'outdated', ...target }, door)
          const hidden = await otto.does(
            'moderate',
            { action: 'hide', level: 'hide', reason: 'abuse', ...target },
            door,
          )
          const back = await ben.does('moderate', { action: 'show', entry: hidden['entry'] }, door)
          expect(back).to.include({ status: 'folded' })
          const again = await ben.does('moderate', { action: 'show', entry: hidden['entry'] }, door)
          expect(again).to.include({ status: 'folded', already: true })
          expect((await cleo.call('open_thread', { thread_id }, door)).text).to.contain('outdated')
          expect(await ben.does('moderate', { action: 'show', ...target }, door)).to.include({ status: 'shown' })
        }
        expect(await cleo.does('open_thread', { thread_id })).to.include({ status: 'open' })
      })

      it('takes back one act after another: what a later one hid stays hidden under the entry of an earlier one', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        for (const target of [{ thread_id }, { post_id }]) {
          await otto.does('moderate', { action: 'hide', reason: 'outdated', ...target }, door)
          const folded = await ben.does('moderate', { action: 'hide', reason: 'off_topic', ...target }, door)
          await server.advance(minutes(1))
          const abuse = { action: 'hide', level: 'hide', reason: 'abuse', ...target }
          const hidden = await ben.does('moderate', abuse, door)
          const why = async () =>
            (await server.sql`select reason from fold where target_id = ${Object.values(target)[0] ?? ''}`)[0]?.[
              'reason'
            ]
          const [first, second] = [folded, hidden].map(({ entry }) => ({ action: 'show', entry }))
          expect(await otto.refused('moderate', first ?? {}, door)).to.equal('invalid/target')
          expect(await ben.does('moderate', abuse, door)).to.include({ status: 'hidden', already: true })
          expect(await otto.does('moderate', second ?? {}, door)).to.include({ status: 'folded' })
          expect(await why()).to.equal('off_topic')
          expect(await otto.does('moderate', first ?? {}, door)).to.include({ status: 'folded' })
          expect(await why()).to.equal('outdated')
          // a double click: nothing was hidden again since
          for (const one of [first, second])
            expect(await otto.does('moderate', one ?? {}, door)).to.include({ status: 'folded', already: true })
          await otto.does('moderate', { action: 'show', ...target }, door)
        }
      })

      it('hides a thread and a pad from all but owner and helpers', async () => {
        const { thread_id } = await startedBy(cleo)
        const { pad_id } = await cleo.does('create_pad', { hub: slug, title: 'Bread', text: 'Rye' })
        for (const target of [{ thread_id }, { pad_id }]) {
          const [read] = 'thread_id' in target ? ['open_thread'] : ['open_pad']
          await otto.does('moderate', { action: 'hide', level: 'hide', reason: 'abuse', ...target }, door)
          for (const agent of [cleo, stranger])
            expect((await agent.call(read as string, target, door)).error).to.include({ reason: 'unreadable' })
          expect((await ben.call(read as string, target, door)).ok).to.equal(true)
          const items = (await cleo.does('open_hub', { hub: slug }))['items']
          expect(items.map(({ id }: any) => id)).not.to.include(Object.values(target)[0])
          // what is missing to a member is missing to them here too
          expect((await cleo.call('moderate', { action: 'show', ...target }, door)).error).to.include({
            reason: 'unreadable',
          })
          await otto.does('moderate', { action: 'show', ...target }, door)
          expect((await cleo.call(read as string, target, door)).ok).to.equal(true)
        }
      })

      it('hides a post as (hidden) and folds another', async () => {
        const { thread_id, post_id } = await startedBy(cleo, { body: `An awful secret word ${door.name}` })
        const second = await cleo.does('post_reply', { thread_id, body: `Milder words ${door.name}` })
        const done = await ben.does('moderate', { action: 'hide', level: 'hide', post_id }, door)
        expect(done).to.include({ status: 'hidden' })
        await ben.does('moderate', { action: 'hide', post_id: second['post_id'], reason: 'off_topic' }, door)
        const { text } = await cleo.call('open_thread', { thread_id }, door)
        expect(text).to.contain('(hidden)').and.not.to.contain('An awful secret word')
        expect(text).to.contain('off_topic')
      })

      it('takes the hub of its target beside it, by slug or id, and refuses another one', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        const pad = { hub: slug, title: `Beside ${++made}`, text: '# Rye\n\nDark.' }
        const { pad_id, sections } = await otto.does('create_pad', pad)
        const other = await otto.does('create_hub', { title: `Another ${++made}` })
        const acts = [
          ...['hide', 'show'].flatMap((action) => [{ post_id }, { thread_id }, { pad_id }].map((one) => [action, one])),
          ...['lock', 'unlock'].flatMap((action) => [{ thread_id }, { pad_id }].map((one) => [action, one])),
        ] as [string, object][]
        for (const [action, target] of acts) {
          const said = `${action} ${JSON.stringify(target)}`
          for (const hub of [other['slug'], other['hub_id'], 'no-such-hub']) {
            const { error } = await ben.call('moderate', { action, hub, ...target }, door)
            expect(error, said).to.include({ error: 'invalid', reason: 'target' })
            expect(error?.message, said).to.contain('hub is not the hub of that')
          }
          const hub = action === 'hide' || action === 'lock' ? slug : cast.hub.hub_id
          const done = await ben.does('moderate', { action, hub, ...target }, door)
          expect(done, said).to.include({ hub_id: cast.hub.hub_id }).and.not.to.have.property('already')
        }
        const flag = { flag_wrong: true, source: 'https://a.example/', pad_id, anchor_block: sections[0].section_id }
        const flagged = await startedBy(otto, flag)
        const settle = { action: 'settle_flag', thread_id: flagged.thread_id, outcome: 'fixed' }
        expect(await ben.refused('moderate', { ...settle, hub: other['slug'] }, door)).to.equal('invalid/target')
        expect(await ben.does('moderate', { ...settle, hub: slug }, door)).to.include({ status: 'settled' })
        const { error } = await ben.call('moderate', { action: 'hide', hub: slug }, door)
        expect(error?.message).to.contain('post_id, thread_id, pad_id. hub may stand beside it')
        // what is missing to the caller is missing, whatever hub is named
        const apart = await otto.does('start_thread', { hub: other['slug'], title: 'Apart', body: `Apart ${++made}` })
        for (const hub of [slug, other['slug']])
          expect(await ben.refused('moderate', { action: 'hide', hub, thread_id: apart['thread_id'] }, door)).to.equal(
            'not_found/unreadable',
          )
      })

      it('tells nobody by the hub beside a target that a hidden post is there, or how a private hub is named', async () => {
        const { thread_id } = await startedBy(cleo)
        const { post_id } = await cleo.does('post_reply', { thread_id, body: `Unfit words ${door.name}` })
        const other = await otto.does('create_hub', { title: `Closed ${++made}` })
        await ben.does('moderate', { action: 'hide', level: 'hide', post_id }, door)
        const hiding = (who: Agent, args: object) => who.refused('moderate', { action: 'hide', ...args }, door)
        for (const hub of [slug, other['slug']]) {
          const missing = await hiding(stranger, { hub, post_id: mint('post', 0) })
          expect(await hiding(stranger, { hub, post_id }), hub).to.equal(missing)
        }
        expect(await hiding(ben, { hub: other['slug'], post_id })).to.equal('invalid/target')

        const inside = await otto.does('start_thread', {
          hub: other['slug'],
          title: 'Inside',
          body: `Inside ${++made}`,
        })
        const only = { thread_id: inside['thread_id'] }
        const { invite_url } = await otto.does('invite', only)
        await stranger.does('join_hub', { invite: invite_url.split('#')[1] })
        expect(await hiding(stranger, { ...only, hub: other['slug'] })).to.equal('invalid/target')
        expect(await hiding(stranger, { ...only, hub: 'no-such-hub' })).to.equal('invalid/target')
        expect(await hiding(stranger, { ...only, hub: other['hub_id'] })).to.equal('forbidden/needs_helper')
      })

      it('lets a starter fold, for few reasons, and take back only a fold of their own', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        const refused = async (args: object) => (await cleo.call('moderate', args, door)).error?.reason
        expect(await refused({ action: 'hide', thread_id, reason: 'spam' })).to.equal('needs_helper')
        expect(await refused({ action: 'hide', level: 'hide', thread_id })).to.equal('needs_helper')
        expect(await refused({ action: 'hide', post_id })).to.equal('needs_helper')
        const original = await startedBy(otto)
        const args = { action: 'hide', thread_id, reason: 'duplicate', duplicate_of: original.thread_id }
        expect(await cleo.does('moderate', args, door)).to.include({ status: 'folded' })
        expect(await cleo.does('moderate', { action: 'show', thread_id }, door)).to.include({ status: 'shown' })
        await ben.does('moderate', { action: 'hide', thread_id }, door)
        expect(await refused({ action: 'show', thread_id })).to.equal('needs_helper')
        expect((await stranger.call('moderate', { action: 'hide', thread_id }, door)).error?.reason).to.equal(
          'needs_helper',
        )
      })

      it('duplicates a thread that the maker can read: no hidden one, and not itself', async () => {
        const { thread_id } = await startedBy(cleo)
        const hidden = await startedBy(otto)
        await ben.does('moderate', { action: 'hide', thread_id: hidden.thread_id, level: 'hide' }, door)
        const said = async (duplicate_of: string) => {
          const args = { action: 'hide', thread_id, reason: 'duplicate', duplicate_of }
          return (await cleo.call('moderate', args, door)).error
        }
        const heard = await said(hidden.thread_id)
        expect(heard).to.include({ error: 'not_found', reason: 'unreadable' })
        expect(heard).to.deep.equal(await said('thr_00000000000000000000000000'))
        expect(await said(thread_id)).to.include({ error: 'invalid', reason: 'target' })
        const args = { action: 'hide', thread_id, reason: 'duplicate', duplicate_of: hidden.thread_id }
        expect(await ben.does('moderate', args, door)).to.include({ status: 'folded' })
      })

      it('puts back what it replaced as that was: of whom, since when and why', async () => {
        const { thread_id } = await startedBy(cleo)
        const covers = () => server.sql`
          select 'fold' as what, by_id, reason, at from fold where target_id = ${thread_id}
          union all select 'lock', by_id, reason, at from locked where target_id = ${thread_id} order by what`
        await cleo.does('moderate', { action: 'hide', thread_id, reason: 'outdated' }, door)
        await cleo.does('moderate', { action: 'lock', thread_id, reason: 'duplicate' }, door)
        const before = [...(await covers())]
        await server.advance(hours(1))
        const fold = await ben.does('moderate', { action: 'hide', thread_id, reason: 'abuse' }, door)
        const lock = await ben.does('moderate', { action: 'lock', thread_id, reason: 'abuse' }, door)
        expect((await covers()).map(({ by_id }) => by_id)).to.deep.equal([ben.id, ben.id])
        await server.advance(hours(1))
        await ben.does('moderate', { action: 'show', entry: fold['entry'] }, door)
        await ben.does('moderate', { action: 'show', entry: lock['entry'] }, door)
        expect([...(await covers())]).to.deep.equal(before)
        const [first, second] = (await log()).filter(
          ({ by_id, action }) => by_id === cleo.id && /hide|lock/.test(action),
        )
        expect([first.over, second.over], 'their acts stand again').to.deep.equal([undefined, undefined])
      })

      it('puts back what an act of an earlier release replaced, which kept no time of it, so that it can be taken back too', async () => {
        const { thread_id } = await startedBy(cleo)
        for (const [act, back, status] of [
          ['hide', 'shown', 'folded'],
          ['lock', 'unlocked', 'locked'],
        ]) {
          const first = await cleo.does('moderate', { action: act, thread_id, reason: 'outdated' }, door)
          await server.advance(hours(1))
          const second = await ben.does('moderate', { action: act, thread_id, reason: 'abuse' }, door)
          await server.sql`update act set was = (was::jsonb - 'at')::text where id = ${second['entry']}`
          await server.advance(hours(1))
          const takenBack = async (by: Agent, { entry }: Record<string, any>) =>
            (await by.does('moderate', { action: 'show', entry }, door))['status']
          expect(await takenBack(otto, second)).to.equal(status)
          expect(await takenBack(cleo, first)).to.equal(back)
        }
      })

      it('names the thread that says the same to who may open it, as long as that one is not hidden', async () => {
        const { thread_id } = await startedBy(cleo)
        const original = await startedBy(otto, { title: 'Said here first' })
        const args = { action: 'hide', thread_id, reason: 'duplicate', duplicate_of: original.thread_id }
        await cleo.does('moderate', args, door)
        const text = async () => (await stranger.call('open_thread', { thread_id }, door)).text
        const named = `says the same as: thread ${original.thread_id}, Said here first`
        expect(await text())
          .to.contain('folded: duplicate')
          .and.contain(named)
        const markdown = await fetch(`${server.url}/t/${thread_id}.md`).then((page) => page.text())
        expect(markdown).to.contain(`says the same as [Said here first](${server.url}/t/${original.thread_id})`)
        await ben.does('moderate', { action: 'hide', thread_id: original.thread_id, level: 'hide' }, door)
        expect(await text()).not.to.contain('says the same')
        await ben.does('moderate', { action: 'show', thread_id: original.thread_id }, door)
        await cleo.does('moderate', { action: 'show', thread_id }, door)
        await cleo.does('moderate', { action: 'hide', thread_id, reason: 'duplicate' }, door)
        expect(await text(), 'folded again, and no other named').not.to.contain('says the same')
      })

      it("makes a helper's what the starter folded or locked before, so that the starter does not take it back", async () => {
        const { thread_id } = await startedBy(cleo)
        for (const [act, back, status] of [
          ['hide', 'show', 'folded'],
          ['lock', 'unlock', 'locked'],
        ]) {
          await cleo.does('moderate', { action: act, thread_id }, door)
          const done = await ben.does('moderate', { action: act, thread_id }, door)
          expect(done).to.include({ status }).and.not.have.property('already')
          expect(await ben.does('moderate', { action: act, thread_id }, door)).to.include({ status, already: true })
          expect((await cleo.call('moderate', { action: back, thread_id }, door)).error?.reason).to.equal(
            'needs_helper',
          )
          await ben.does('moderate', { action: back, thread_id }, door)
        }
      })

      it('wants one target of the right kind', async () => {
        const { thread_id, post_id } = await startedBy(cleo)
        for (const args of [
          { action: 'hide' },
          { action: 'hide', thread_id, post_id },
          { action: 'lock', post_id },
          { action: 'pause_agents', thread_id },
          { action: 'remove', hub: slug },
          { action: 'hide', hub: slug },
        ])
          expect((await otto.call('moderate', args, door)).error).to.include({ error: 'invalid', reason: 'target' })
      })
    })

    it('locks: no posts, no edits, save from owner and helpers', async () => {
      const { thread_id } = await startedBy(cleo)
      const { pad_id, version } = await cleo.does('create_pad', { hub: slug, title: 'Rolls', text: 'Wheat' })
      const { entry } = await otto.does('moderate', { action: 'lock', thread_id }, door)
      await otto.does('moderate', { action: 'lock', pad_id }, door)
      const post = await cleo.refused('post_reply', { thread_id, body: `More ${door.name}` }, door)
      expect(post).to.equal('forbidden/thread_locked')
      const edit = await cleo.refused('edit_pad', { pad_id, base_version: version, text: 'Spelt' }, door)
      expect(edit).to.equal('forbidden/pad_locked')
      await ben.does('post_reply', { thread_id, body: `From a helper ${door.name}` })
      // the starter takes back no lock of somebody else
      expect((await cleo.call('moderate', { action: 'unlock', thread_id }, door)).error?.reason).to.equal(
        'needs_helper',
      )
      await ben.does('moderate', { action: 'show', entry }, door)
      expect(await ben.does('moderate', { action: 'show', entry }, door)).to.include({
        status: 'unlocked',
        already: true,
      })
      await cleo.does('post_reply', { thread_id, body: `Open again ${door.name}` })
      expect(await cleo.does('moderate', { action: 'lock', thread_id }, door)).to.include({ status: 'locked' })
      expect(await cleo.does('moderate', { action: 'unlock', thread_id }, door)).to.include({ status: 'unlocked' })
    })

    it('pauses agents, sparing those of owner and helpers', async () => {
      const { thread_id } = await startedBy(otto)
      expect((await cleo.call('moderate', { action: 'pause_agents', hub: slug }, door)).error?.reason).to.equal(
        'needs_helper',
      )
      const paused = await ben.does('moderate', { action: 'pause_agents', hub: slug }, door)
      expect(paused).to.include({ status: 'paused' })
      expect(await ben.does('moderate', { action: 'pause_agents', hub: slug }, door)).to.include({ already: true })
      const post = await cleo.call('post_reply', { thread_id, body: `Paused? ${door.name}` }, door)
      expect(post.error).to.include({ error: 'locked', reason: 'agents_paused', hub_id: cast.hub.hub_id })
      expect((await cleo.call('open_thread', { thread_id }, door)).ok).to.equal(true)
      for (const agent of [otto, ben]) await agent.does('post_reply', { thread_id, body: `Spared ${agent.id}` }, door)
      for (const answer of [{ status: 'resumed' }, { status: 'resumed', already: true }]) {
        expect(await ben.does('moderate', { action: 'show', entry: paused['entry'] }, door)).to.include(answer)
      }
    })

    it('tells agents that are paused in a hub that they may only read, also those whom a post wakes', async () => {
      const { thread_id } = await startedBy(otto)
      const { pad_id } = await otto.does('create_pad', { hub: slug, title: `Loaves ${door.name}`, text: 'Rye' })
      // a member by its own seat, an owner by its human's
      const spared = await cast.ada.agent(`Adas second ${door.name}`)
      await spared.does('join_hub', { hub: slug })
      await ben.does('moderate', { action: 'pause_agents', hub: slug }, door)
      const reads = [
        ['open_hub', { hub: slug }],
        ['open_thread', { thread_id }],
        ['open_pad', { pad_id }],
      ] as const
      const bound = 'agents are paused in this hub'
      for (const [name, args] of reads) {
        const { data, text } = await cleo.call(name, args, door)
        expect(data['capabilities'], name).to.deep.equal([])
        expect(text).to.contain(bound).and.to.contain('you may: read')
        for (const agent of [ben, spared]) {
          const said = await agent.call(name, args, door)
          expect(said.data['capabilities'], name).to.include('edit')
          expect(said.text).not.to.contain(bound)
        }
      }
      const { version } = await cleo.does('open_thread', { thread_id })
      const waits = [cleo, spared].map((agent) =>
        agent.does('open_thread', { thread_id, since: version, wait: true }, door),
      )
      await otto.does('post_reply', { thread_id, body: `Paused, and woken ${door.name}` })
      const [paused, free] = (await Promise.all(waits)).map(({ capabilities }) => capabilities)
      expect(paused).to.deep.equal([])
      expect(free).to.include('post')
      const resumed = await ben.does('moderate', { action: 'resume_agents', hub: slug }, door)
      expect(resumed).to.include({ status: 'resumed' })
      await cleo.does('post_reply', { thread_id, body: `Resumed ${door.name}` })
    })

    describe('seats', () => {
      it('lets in and turns away, telling the one who asked', async () => {
        const hub = (await otto.does('create_hub', { title: `Closed ${door.name}` }))['slug']
        const [one, two] = [await register(server, `One ${door.name}`), await register(server, `Two ${door.name}`)]
        for (const agent of [one, two]) await agent.does('join_hub', { hub })
        const let_in = { action: 'let_in', hub, participant: `@${one.handle}` }
        expect(await otto.does('moderate', let_in, door)).to.include({ status: 'joined' })
        expect(await otto.does('moderate', let_in, door)).to.include({ status: 'joined', already: true })
        expect(await one.does('open_hub', { hub })).to.include({ seat: 'member' })
        const turn_away = { action: 'turn_away', hub, participant: two.id }
        expect(await otto.does('moderate', turn_away, door)).to.include({ status: 'turned_away' })
        expect((await two.call('open_hub', { hub })).error?.reason).to.equal('unreadable')
        expect((await news(one, 'join_answer')).map(({ reason }: any) => reason)).to.deep.equal(['let_in'])
        expect((await news(two, 'join_answer')).map(({ reason }: any) => reason)).to.deep.equal(['turned_away'])
        expect((await otto.does('open_hub', { hub }))['waiting']).to.include({ joins: 0 })
        expect((await otto.call('moderate', { ...let_in, participant: two.id }, door)).error?.reason).to.equal('target')
      })

      it('removes, keeps out, and gives the seat back with the log entry', async () => {
        const hub = (await otto.does('create_hub', { title: `Strict ${door.name}` }))['slug']
        await makePublic(otto, hub)
        const one = await register(server, `Three ${door.name}`)
        await one.does('join_hub', { hub })
        await otto.does('moderate', { action: 'set_role', hub, participant: one.id, role: 'helper' }, door)
        const removed = await otto.does(
          'moderate',
          { action: 'remove', hub, participant: one.id, reason: 'abuse' },
          door,
        )
        expect(removed).to.include({ status: 'removed' })
        expect((await one.call('join_hub', { hub })).error?.reason).to.equal('removed')
        expect((await news(one, 'role')).map(({ reason }: any) => reason)).to.include.members(['removed'])
        await otto.does('moderate', { action: 'show', entry: removed['entry'] }, door)
        expect(await one.does('open_hub', { hub })).to.include({ seat: 'helper' })
        const again = await otto.does('moderate', { action: 'show', entry: removed['entry'] }, door)
        expect(again).to.include({ status: 'joined', already: true })
      })

      it('takes back one act after another: what a later one did stays under the entry of an earlier one', async () => {
        const hub = (await otto.does('create_hub', { title: `Back and forth ${door.name}` }))['slug']
        await makePublic(otto, hub)
        const one = await register(server, `Five ${door.name}`)
        await one.does('join_hub', { hub })
        const acts = async (action: string, more: object = {}): Promise<object> => {
          await server.advance(minutes(1))
          const args = { action, hub, ...(action.endsWith('agents') ? {} : { participant: one.id }), ...more }
          return { action: 'show', entry: (await otto.does('moderate', args, door))['entry'] }
        }
        const seatOf = async () => (await one.does('open_hub', { hub }))['seat']
        const offered = async () => {
          const page = await fetch(`${server.url}/h/${hub}?log`, { headers: { cookie: cast.ada.session } })
          return [...(await page.text()).matchAll(/name="target" value="(act_[^"]+)"/g)].map(([, entry]) => entry)
        }
        const keeps = async (first: any) => {
          expect(await offered()).not.to.include(first.entry)
          expect(await otto.refused('moderate', first, door)).to.equal('invalid/target')
        }
        const back = async (second: any, status: string) => {
          expect(await offered()).to.include(second.entry)
          expect(await otto.does('moderate', second, door))
            .to.include({ status })
            .and.not.have.property('already')
          expect(await otto.does('moderate', second, door)).to.include({ status, already: true })
        }

        const helper = await acts('set_role', { role: 'helper' })
        const member = await acts('set_role', { role: 'member' })
        const helperAgain = await acts('set_role', { role: 'helper' })
        await keeps(helper)
        expect(await seatOf()).to.equal('helper')
        const removed = await acts('remove')
        await back(removed, 'joined')
        expect(await seatOf(), 'as it was').to.equal('helper')
        await back(helperAgain, 'member')
        await back(member, 'helper')
        await back(helper, 'member')
        expect(await otto.does('moderate', member, door)).to.include({ status: 'member', already: true })

        const first = await acts('remove')
        await acts('let_in')
        const second = await acts('remove', { reason: 'spam' })
        await keeps(first)
        expect(await one.refused('join_hub', { hub })).to.equal('forbidden/removed')
        await back(second, 'joined')
        await one.does('moderate', { action: 'remove', hub, participant: one.id })
        expect(await otto.refused('moderate', second, door), 'left since').to.equal('invalid/target')
        // who left gets no seat back with the removal that came after
        await back(await acts('remove'), 'turned_away')
        expect(await one.does('join_hub', { hub })).to.include({ seat: 'member' })

        const paused = await acts('pause_agents')
        await acts('resume_agents')
        const pausedAgain = await acts('pause_agents')
        await keeps(paused)
        const post = { hub, title: 'Stopped', body: `Words while stopped ${door.name}` }
        expect(await one.refused('start_thread', post)).to.equal('locked/agents_paused')
        await back(pausedAgain, 'resumed')
      })

      it('takes back no act that took a role back, and offers no hand-over to be taken back', async () => {
        const hub = (await otto.does('create_hub', { title: `Roles ${door.name}` }))['slug']
        await makePublic(otto, hub)
        const one = await register(server, `Seven ${door.name}`)
        await one.does('join_hub', { hub })
        const args = { action: 'set_role', hub, participant: one.id, role: 'helper' }
        const { entry } = await otto.does('moderate', args, door)
        await server.advance(minutes(1))
        const back = await otto.does('moderate', { action: 'show', entry }, door)
        const { error } = await otto.call('moderate', { action: 'show', entry: back['entry'] }, door)
        expect(error).to.include({ error: 'invalid', reason: 'target' })
        const another = { action: 'show', entry: back['entry'] }
        expect(await one.refused('moderate', another, door), 'a member').to.equal('forbidden/needs_owner')
        // as the release before wrote it, which kept no time of the role before
        await server.sql`update seat set at = act.at from act where act.id = ${back['entry']}
          and seat.scope_id = act.hub_id and seat.participant_id = act.target_id`
        const log = await (await fetch(`${server.url}/h/${hub}?log`, { headers: { cookie: cast.ada.session } })).text()
        expect(log).to.contain(`id="${back['entry']}"`).and.not.contain(`name="target" value="${back['entry']}"`)
        expect(error?.message).to.contain('Do the opposite in a new call')
        await server.advance(minutes(1))
        await cast.cleo.app('ui_join_hub', { hub })
        const handed = await cast.ada.app('ui_set_role', { hub, participant: cast.cleo.id, role: 'owner' })
        expect(handed.status).to.equal(200)
        const page = await fetch(`${server.url}/h/${hub}?log`, { headers: { cookie: cast.cleo.session } })
        const text = await page.text()
        const [act] = await server.sql`
          select id from act where action = 'set_role' and target_id = ${cast.cleo.id} order by id desc limit 1`
        expect(text).to.contain(`id="${act?.['id']}"`)
        expect(text).not.to.contain(`name="target" value="${act?.['id']}"`)
      })

      it('takes back no entry that stands for good, and tells nobody of one in a hub that they cannot read', async () => {
        const hub = (await otto.does('create_hub', { title: `Unseen ${door.name}` }))['slug']
        const one = await register(server, `Six ${door.name}`)
        await one.does('join_hub', { hub })
        const { entry } = await otto.does('moderate', { action: 'let_in', hub, participant: one.id }, door)
        const back = { action: 'show', entry }
        expect(await otto.refused('moderate', back, door)).to.equal('invalid/target')
        expect(await one.refused('moderate', back, door), 'a member').to.equal('forbidden/needs_helper')
        const { error } = await stranger.call('moderate', back, door)
        const unknown = { action: 'show', entry: 'act_00000000000000000000000000' }
        expect(error).to.deep.equal((await stranger.call('moderate', unknown, door)).error)
      })

      it('names helpers: the owner only, and never the last owner away', async () => {
        const args = { action: 'set_role', hub: slug, participant: cleo.id, role: 'helper' }
        expect((await ben.call('moderate', args, door)).error?.reason).to.equal('needs_owner')
        expect(await otto.does('moderate', args, door)).to.include({ status: 'helper' })
        const back = await otto.does('moderate', { ...args, role: 'member' }, door)
        expect(back).to.include({ status: 'member' })
        const last = { action: 'set_role', hub: slug, participant: cast.ada.handle, role: 'member' }
        expect(await otto.refused('moderate', last, door)).to.equal('conflict/only_owner')
        const owner = { action: 'remove', hub: slug, participant: cast.ada.handle }
        expect((await ben.call('moderate', owner, door)).error?.reason).to.equal('needs_owner')
        expect((await otto.call('moderate', owner, door)).error?.reason).to.equal('only_owner')
      })

      it('lets anybody leave, and come back', async () => {
        const hub = (await otto.does('create_hub', { title: `Doors ${door.name}` }))['slug']
        await makePublic(otto, hub)
        const one = await register(server, `Four ${door.name}`)
        await one.does('join_hub', { hub })
        const leave = { action: 'remove', hub, participant: one.id }
        expect(await one.does('moderate', leave, door)).to.include({ status: 'removed' })
        expect(await one.does('moderate', leave, door)).to.include({ already: true })
        expect(await one.does('join_hub', { hub })).to.include({ joined: true })
        const lone = (await one.does('create_hub', { title: `Alone ${door.name}` }))['slug']
        const last = await one.refused('moderate', { action: 'remove', hub: lone, participant: one.handle }, door)
        expect(last).to.equal('conflict/only_owner')
      })
    })
  })

  describe('a quiet hub', () => {
    before(() => server.advance(minutes(1)))

    const take = (hub: string) => ({ action: 'take_over', hub })
    /** keys live as long as an owner may be silent */
    const renewed = async (agent: Agent): Promise<Agent> =>
      withKey(server, { ...agent, key: (await agent.does('rotate_key'))['agent_key'] })

    /** a session ends before an owner counts as silent */
    const signedInAgain = async ({ id, name }: AtScreen): Promise<AtScreen> => {
      const { secret, hash } = mintSecret('session')
      const now = server.parts.clock.now()
      const session = { id: mint('credential', now), hash, participant_id: id, now, expires_at: now + days(30) }
      await openSession(server.sql, session)
      return inBrowser(server, `dp_session=${secret}`, { id, name })
    }

    // SPEC: owner silence 90 days
    // SPEC: takeover notice 30 days
    // SPEC: hub with quiet owner
    it('becomes a helper’s at once, after 90 days; a member asks where there is none and waits 30 days', async () => {
      const [helped, lone, objected] = await Promise.all(
        ['Helped', 'Lone', 'Objected'].map(async (title) => {
          const hub = await otto.does('create_hub', { title })
          await makePublic(otto, hub['slug'])
          await Promise.all([ben, cleo].map((agent) => agent.does('join_hub', { hub: hub['slug'] })))
          return hub as { hub_id: string; slug: string }
        }),
      )
      if (!helped || !lone || !objected) throw new Error('no hubs')
      await otto.does('moderate', { action: 'set_role', hub: helped.slug, participant: ben.id, role: 'helper' })
      await server.advance(days(89))
      const early = await ben.call('moderate', take(helped.slug))
      expect(early.error).to.include({ error: 'forbidden', reason: 'not_quiet_yet' }).and.to.have.property('quiet_at')
      expect((await cleo.call('moderate', take(helped.slug))).error?.reason).to.equal('needs_helper')
      expect((await stranger.call('moderate', take(lone.slug))).error?.reason).to.equal('needs_seat')
      const [bens, cleos, ottos] = await Promise.all([ben, cleo, otto].map(renewed))
      if (!bens || !cleos || !ottos) throw new Error('no keys')
      await server.advance(days(1))

      expect(await bens.does('moderate', take(helped.slug))).to.deep.include({
        status: 'owner',
        takeover: { state: 'done' },
      })
      expect(await bens.does('open_hub', { hub: helped.slug })).to.include({ seat: 'owner' })
      expect(await ottos.does('open_hub', { hub: helped.slug })).to.include({ seat: 'helper' })

      for (const hub of [lone, objected]) {
        const asked = await cleos.does('moderate', take(hub.slug))
        expect(asked).to.include({ status: 'requested' })
        expect(await cleos.does('moderate', take(hub.slug))).to.include({ already: true })
        expect((await bens.call('moderate', take(hub.slug))).error?.reason).to.equal('request_waiting')
      }
      const objection = await ottos.does('moderate', { action: 'object_takeover', hub: objected.slug })
      expect(objection).to.deep.include({ status: 'objected', takeover: { state: 'objected' } })
      await server.fires()
      expect(await cleos.does('open_hub', { hub: lone.slug })).to.include({ seat: 'member' })
      await server.advance(days(30))
      for (const _ of [1, 2]) await server.fires()
      expect(await cleos.does('open_hub', { hub: lone.slug })).to.include({ seat: 'owner' })
      expect(await cleos.does('open_hub', { hub: objected.slug })).to.include({ seat: 'member' })
      const told = (await news(cleos, 'takeover')).map(({ reason, hub_id }: any) => [reason, hub_id])
      expect(told).to.deep.include.members([
        ['objected', objected.hub_id],
        ['done', lone.hub_id],
      ])
    })

    it('is from a thread until they are let in there, whatever seat in the hub they take afterwards', async () => {
      const maker = await register(server, 'Maker')
      const hub = await maker.does('create_hub', { title: 'Removed from one thread' })
      await makePublic(maker, hub['slug'])
      await maker.does('update_hub', { hub: hub['slug'], accepts_guests: true })
      const talk = { hub: hub['slug'], title: 'Talk', body: 'Who?', accepts_guests: true }
      const { thread_id } = await maker.does('start_thread', talk)
      const other = await maker.does('start_thread', { ...talk, title: 'Another' })
      const loud = await register(server, 'Loud')
      const says = (thread: string, body: string) => loud.refused('post_reply', { thread_id: thread, body })
      expect(await says(thread_id, 'Me, me, me.')).to.equal('agreed')
      const { entry } = await maker.does('moderate', { action: 'remove', thread_id, participant: loud.id })
      await loud.does('join_hub', { hub: hub['slug'] })
      expect(await says(thread_id, 'Me again.')).to.equal('forbidden/removed')
      expect(await loud.refused('join_hub', { thread_id })).to.equal('forbidden/removed')
      const { invite_url } = await maker.does('invite', { thread_id })
      expect(await loud.refused('join_hub', { invite: invite_url.split('#')[1] })).to.equal('forbidden/removed')
      expect(await says(other['thread_id'], 'Here I may.')).to.equal('agreed')
      const remove = { action: 'remove', thread_id, participant: loud.id }
      expect(await maker.does('moderate', remove)).to.include({ already: true })
      const let_in = { ...remove, action: 'let_in' }
      expect(await maker.does('moderate', let_in))
        .to.include({ status: 'joined' })
        .and.not.to.have.property('already')
      expect(await says(thread_id, 'Thank you.')).to.equal('agreed')
      expect(await maker.does('moderate', let_in)).to.include({ status: 'joined', already: true })
      expect((await news(loud, 'join_answer')).map(({ reason }: any) => reason)).to.deep.equal(['let_in'])

      // the same by taking the removal back; and a helper is let in wherever they help
      const again = await register(server, 'Again')
      await again.does('post_reply', { thread_id, body: 'And me.' })
      const out = await maker.does('moderate', { ...remove, participant: again.id })
      await again.does('join_hub', { hub: hub['slug'] })
      expect(await again.refused('post_reply', { thread_id, body: 'Still?' })).to.equal('forbidden/removed')
      await maker.does('moderate', { action: 'show', entry: out['entry'] })
      expect(await again.refused('post_reply', { thread_id, body: 'Back.' })).to.equal('agreed')
      await maker.does('moderate', { action: 'show', entry })
      const helps = await register(server, 'Helps')
      await helps.does('post_reply', { thread_id, body: 'Me too.' })
      await maker.does('moderate', { ...remove, participant: helps.id })
      await helps.does('join_hub', { hub: hub['slug'] })
      await maker.does('moderate', { action: 'set_role', role: 'helper', hub: hub['slug'], participant: helps.id })
      expect(await helps.refused('post_reply', { thread_id, body: 'I help.' })).to.equal('agreed')
    })

    it('stays with a guest person who took it over when they make it private, and other guests lose their seats', async () => {
      const quinn = await register(server, 'Quinn')
      const hub = await quinn.does('create_hub', { title: 'Left to a guest' })
      await makePublic(quinn, hub['slug'])
      await quinn.does('update_hub', { hub: hub['slug'], accepts_guests: true })
      const [gus, gil] = [
        await jumpIn(server, 'Gus', { hub: hub['slug'] }),
        await jumpIn(server, 'Gil', { hub: hub['slug'] }),
      ]
      await quinn.does('moderate', { action: 'set_role', hub: hub['slug'], participant: gus.id, role: 'helper' })
      await server.advance(days(90))
      const [back, other] = [await signedInAgain(gus), await signedInAgain(gil)]
      expect(await back.does('ui_moderate', { action: 'take_over', target: hub['slug'] })).to.deep.include({
        takeover: { state: 'done' },
      })
      await back.does('ui_set_visibility', { hub: hub['slug'], audience: 'private' })
      expect(await back.does('ui_open_hub', { hub: hub['slug'] })).to.include({ seat: 'owner', audience: 'private' })
      expect((await other.app('ui_open_hub', { hub: hub['slug'] })).status).to.equal(404)
    })
  })
})
