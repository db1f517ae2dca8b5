import { expect } from 'chai'
import { days, minutes } from '../../../src/rules/units.ts'
import { type Agent, type Person, register, signIn, withKey } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withServer } from '../../support/here.ts'
import { startServer } from '../../support/server.ts'

describe('hubs', () => {
  const server = withServer()
  let ada: Person
  let otto: Agent
  let cleo: Agent

  before(async () => {
    ada = await signIn(server, 'Ada')
    const clara = await signIn(server, 'Cleo')
    otto = await ada.agent('Otto')
    cleo = await clara.agent('Cleo bot')
  })

  let made = 0
  const newHub = (args: object = {}) => otto.does('create_hub', { title: `Cooking ${++made}`, ...args })
  const publish = async (hub: string) => {
    const { preview } = await otto.does('update_hub', { hub, audience: 'public' })
    return otto.does('update_hub', { hub, audience: 'public', publish_token: preview.publish_token })
  }

  throughEachDoor((door) => {
    // each door begins with 20 hubs a day of its own
    before(() => server.advance(days(1)))

    describe('create_hub', () => {
      // SPEC: hubs create hub (write
      it('makes a private hub of the agent’s human, with a front pad', async () => {
        const hub = await otto.does(
          'create_hub',
          { title: 'Tea & *Cake*', guide: 'Be kind', front_pad_text: 'Scones' },
          door,
        )
        expect(hub).to.include({ audience: 'private', mode: 'open', seat: 'owner' })
        expect(hub['slug']).to.match(/^tea-cake/)
        expect(hub['front_pad'].title).to.equal('Tea & *Cake*')
        const { text, data } = await otto.call('open_hub', { hub: hub['slug'], members: true }, door)
        expect(data['members'].map(({ seat }: any) => seat)).to.deep.equal(['owner', 'owner'])
        expect(text).to.contain('title: Tea \\& \\*Cake\\*').and.contain('~~~~markdown\nBe kind\n~~~~')
        const pad = await otto.call('open_pad', { pad_id: hub['front_pad'].pad_id }, door)
        expect(pad.text).to.contain('~~~~markdown\nScones\n~~~~')
      })

      it('takes an empty Read me first as none', async () => {
        const { slug } = await otto.does('create_hub', { title: `Empty ${++made}`, guide: '' }, door)
        expect(await otto.does('open_hub', { hub: slug }, door)).not.to.have.property('guide_updated')
      })

      it('wants a title that somebody can see', async () => {
        for (const [tool, args] of [
          ['create_hub', { title: ' \u200b\t' }],
          ['create_hub', { title: 'Cooking', front_pad_title: '  ' }],
          ['update_hub', { hub: (await newHub())['slug'], title: '\u00a0' }],
        ] as const) {
          const { error } = await otto.call(tool, args, door)
          expect(error, JSON.stringify(args)).to.include({ error: 'invalid', reason: 'schema' })
          expect(error?.['issues'][0].path).to.match(/title$/)
        }
      })

      it('takes the slug that was asked for, or says that it is taken', async () => {
        const slug = `soup-${door.name.toLowerCase()}`
        expect((await newHub({ slug }))['slug']).to.equal(slug)
        expect(await otto.refused('create_hub', { title: 'Soup', slug }, door)).to.equal('conflict/slug_taken')
        const odd = await otto.call('create_hub', { title: 'Soup', slug: '-soup-' }, door)
        expect(odd.error).to.include({ error: 'invalid' })
      })

      it('counts on from 2 where the title makes a slug that is taken', async () => {
        const title = `Stew ${door.name}`
        const slugs = await Promise.all([1, 2, 3].map(() => otto.does('create_hub', { title }, door)))
        const base = `stew-${door.name.toLowerCase()}`
        expect(slugs.map(({ slug }) => slug as string).sort((a, b) => (a < b ? -1 : 1))).to.deep.equal([
          base,
          `${base}-2`,
          `${base}-3`,
        ])
      })

      it('names the size it allows for a title', async () => {
        expect((await otto.call('create_hub', { title: 'x'.repeat(200) }, door)).ok).to.equal(true)
        const { error } = await otto.call('create_hub', { title: 'x'.repeat(201) }, door)
        expect(error).to.include({ error: 'too_large', reason: 'title', limit: 200, size: 201 })
      })
    })

    describe('open_hub', () => {
      it('gives a stranger the same answer for a private hub as for none', async () => {
        const { slug } = await newHub()
        const refused = await Promise.all([slug, 'no-such-hub'].map((hub) => cleo.call('open_hub', { hub }, door)))
        const [privateHub, missing] = refused.map(({ error }) => error)
        expect(privateHub).to.deep.equal(missing)
        expect(missing).to.include({ error: 'not_found', reason: 'unreadable' })
      })

      it('lists items newest change first, by type and status, a page of 30 at a time', async () => {
        const { slug, front_pad } = await newHub()
        const threads: string[] = []
        for (let n = 1; n <= 31; n++) {
          const opened = await otto.does('start_thread', { hub: slug, title: `Thread ${n}`, body: `Number ${n}` })
          threads.unshift(opened['thread_id'])
        }
        const { data: first, text } = await otto.call('open_hub', { hub: slug }, door)
        expect(first['items'].map(({ id }: any) => id)).to.deep.equal(threads.slice(0, 30))
        // no pad is among them
        expect(text).to.contain('its pads alone: open_hub with hub and type pad')
        expect((await otto.call('open_hub', { hub: slug, type: 'thread' }, door)).text)
          .to.contain('more: the same open_hub with cursor')
          .and.not.contain('its pads alone')
        const second = await otto.does('open_hub', { hub: slug, cursor: first['next_cursor'] }, door)
        expect(second['items'].map(({ id }: any) => id)).to.deep.equal([threads[30], front_pad.pad_id])
        expect(second).not.to.have.property('next_cursor')
        const pads = await otto.does('open_hub', { hub: slug, type: 'pad' }, door)
        expect(pads['items'].map(({ id }: any) => id)).to.deep.equal([front_pad.pad_id])
        expect((await otto.does('open_hub', { hub: slug, is: 'answered' }, door))['items']).to.deep.equal([])
        expect(await otto.refused('open_hub', { hub: slug, cursor: 'nonsense' }, door)).to.equal('invalid/cursor')
      })

      it('lists threads and pads by each status, and nothing else', async () => {
        await server.advance(minutes(1))
        const { slug, front_pad } = await newHub()
        const pad = async () => {
          const args = { hub: slug, title: `Pad ${++made}`, text: '# Rest\n\nTwo hours.' }
          const { pad_id, sections } = await otto.does('create_pad', args)
          return { pad_id: pad_id as string, anchor_block: sections[0].section_id as string }
        }
        const start = async (more: object = {}) => {
          const args = { hub: slug, title: `Thread ${++made}`, body: `Words ${made}`, ...more }
          return (await otto.does('start_thread', args)) as { thread_id: string; post_id: string }
        }
        const answer = ({ thread_id, post_id }: { thread_id: string; post_id: string }) =>
          otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
        const flagging = { flag_wrong: true, source: 'https://rest.example' }
        const [disputedPad, settledPad, openPad] = [await pad(), await pad(), await pad()]
        const open = await start()
        const answered = await start()
        await answer(answered)
        const disputed = await start({ ...disputedPad, ...flagging })
        const settled = await start({ ...settledPad, ...flagging })
        await otto.does('moderate', { action: 'settle_flag', thread_id: settled.thread_id, outcome: 'not_wrong' })
        await answer(settled)
        const about = await start({ pad_id: openPad.pad_id })
        const folded = await start()
        await otto.does('moderate', { action: 'hide', thread_id: folded.thread_id, reason: 'outdated' })
        const expected: Readonly<Record<string, readonly string[]>> = {
          open: [open.thread_id, disputed.thread_id, about.thread_id, openPad.pad_id],
          answered: [answered.thread_id, settled.thread_id],
          disputed: [disputed.thread_id, disputedPad.pad_id],
          settled: [settled.thread_id, settledPad.pad_id, front_pad.pad_id],
          folded: [folded.thread_id],
        }
        for (const [is, ids] of Object.entries(expected)) {
          const { items } = await otto.does('open_hub', { hub: slug, is }, door)
          expect(
            items.map(({ id }: any) => id),
            is,
          ).to.have.members(ids)
        }
      })

      it('keeps the log from members', async () => {
        const { slug } = await newHub()
        await publish(slug)
        await cleo.does('join_hub', { hub: slug })
        expect((await cleo.call('open_hub', { hub: slug, log: true }, door)).error).to.include({
          reason: 'needs_helper',
        })
        expect(await otto.does('open_hub', { hub: slug, log: true }, door)).to.have.property('log')
      })

      // SPEC: as agent works with
      it('names what it ignored, and takes the older name of hub', async () => {
        const { slug } = await newHub()
        const { text, data } = await otto.call('open_hub', { board: slug, colour: 'red' }, door)
        expect(data).to.include({ slug })
        expect(data['ignored_args']).to.deep.equal(['colour'])
        expect(text.split('\n').at(-1)).to.contain('colour')
      })
    })

    describe('join_hub', () => {
      // SPEC: hubs create hub (write
      it('seats at once in a public hub, and says so the second time', async () => {
        const { slug, hub_id } = await newHub()
        await publish(slug)
        expect(await cleo.does('join_hub', { hub: slug }, door)).to.include({ joined: true, hub_id, seat: 'member' })
        expect(await cleo.does('join_hub', { hub: hub_id }, door)).to.include({ joined: true, already: true })
      })

      // SPEC: hubs create hub (write
      it('asks in a private hub, telling its owner and nothing of the hub to the one who asks', async () => {
        const { slug, hub_id } = await newHub()
        const asked = await cleo.does('join_hub', { hub: slug, note: 'May I?' }, door)
        expect(asked).to.include({ requested: true }).and.not.have.any.keys('hub_id', 'slug', 'scope')
        expect(await cleo.does('join_hub', { hub: slug }, door)).to.include({ requested: true, already: true })
        await server.landed()
        const { items } = await otto.does('show_svc', { after: 0 }, door)
        expect(
          items.filter((item: any) => item.hub_id === hub_id).map(({ kind, from_id }: any) => [kind, from_id]),
        ).to.deep.equal([['join_request', cleo.id]])
        expect((await otto.does('open_hub', { hub: slug }, door))['waiting']).to.include({ joins: 1 })
      })

      it('wants exactly one place, and knows no invite that was not made', async () => {
        expect(await cleo.refused('join_hub', {}, door)).to.equal('invalid/one_of')
        const bad = await cleo.refused('join_hub', { invite: `dpi_${'x'.repeat(43)}` }, door)
        expect(bad).to.equal('not_found/bad_invite')
      })
    })

    describe('update_hub', () => {
      it('goes public in two calls and private in one', async () => {
        const { slug } = await newHub({ guide: 'Our key is AKIAIOSFODNN7EXAMPLE', confirm_sensitive: true })
        const { changed, preview } = await otto.does('update_hub', { hub: slug, audience: 'public' }, door)
        expect(changed).to.deep.equal([])
        expect(preview).to.include({ threads: 0, pads: 1, posts: 0, people: 2, flagged_secrets: 1 })
        expect((await cleo.call('open_hub', { hub: slug }, door)).ok).to.equal(false)
        const published = await otto.does(
          'update_hub',
          { hub: slug, audience: 'public', publish_token: preview.publish_token },
          door,
        )
        expect(published).to.deep.include({ audience: 'public', changed: ['audience'] })
        expect((await cleo.call('open_hub', { hub: slug }, door)).ok).to.equal(true)
        await otto.does('update_hub', { hub: slug, audience: 'private' }, door)
        expect((await cleo.call('open_hub', { hub: slug }, door)).ok).to.equal(false)
      })

      it('takes no preview of before the last change, and none older than ten minutes', async () => {
        const { slug } = await newHub()
        const preview = async () =>
          (await otto.does('update_hub', { hub: slug, audience: 'public' }, door))['preview'].publish_token
        const publishWith = async (publish_token: string) =>
          (await otto.call('update_hub', { hub: slug, audience: 'public', publish_token }, door)).error
        const stale = await preview()
        await otto.does('update_hub', { hub: slug, guide: 'New words' }, door)
        expect(await publishWith(stale)).to.include({ error: 'conflict', reason: 'preview_expired' })
        const old = await preview()
        await server.advance(minutes(10))
        expect(await publishWith(old)).to.include({ error: 'conflict', reason: 'preview_expired' })
      })

      it('wants something to change, and tells a stranger nothing', async () => {
        const { slug } = await newHub()
        expect((await otto.call('update_hub', { hub: slug }, door)).error).to.include({ reason: 'nothing_to_change' })
        expect((await cleo.call('update_hub', { hub: slug, title: 'Mine' }, door)).error).to.include({
          reason: 'unreadable',
        })
      })

      it('clears Read me first with an empty text', async () => {
        const { slug } = await newHub({ guide: 'Be kind' })
        expect((await otto.does('update_hub', { hub: slug, guide: '' }, door))['changed']).to.deep.equal(['guide'])
        expect((await otto.call('open_hub', { hub: slug }, door)).text).not.to.contain('Be kind')
      })
    })

    it('is open to an agent without a human, twenty writes a day', async () => {
      const lone = await register(server, `Lone ${door.name}`)
      const first = await lone.does('create_hub', { title: 'Mine alone' }, door)
      expect(first).to.include({ seat: 'owner' }).and.not.have.property('allowance')
      for (let n = 1; n <= 20; n++) {
        const { allowance } = await lone.does('create_pad', { hub: first['slug'], title: `Pad ${n}` }, door)
        expect(allowance).to.include({ per: 'day', limit: 20, used: n, remaining: 20 - n })
      }
      const over = await lone.call('create_pad', { hub: first['slug'], title: 'Pad 21' }, door)
      expect(over.ok).to.equal(true)
      expect(over.data).to.include({ limit_reached: true }).and.not.have.property('pad_id')
      expect(over.data['link_url']).to.match(/\/link#dpc_/)
      const { items } = await lone.does('open_hub', { hub: first['slug'], type: 'pad' }, door)
      expect(items).to.have.length(21)
    })
  })

  it('say that they read as private where the server shows nothing in public', async () => {
    const { databaseUrl, redisUrl } = server.parts.config
    const off = await startServer({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SVC_PUBLIC_THREADS: '0' })
    try {
      const there = withKey(off, otto)
      const { slug } = await newHub()
      const publishing = { hub: slug, audience: 'public' }
      const told = 'This server shows nothing in public now'
      const asked = await there.call('update_hub', publishing)
      expect(asked.text).to.contain(told)
      const { publish_token } = asked.data['preview']
      for (const data of [{ changed: ['audience'] }, { changed: [] }]) {
        const said = await there.call('update_hub', { ...publishing, publish_token })
        expect(said.data).to.deep.include({ audience: 'public', ...data })
        expect(said.text).to.contain(told)
      }
      expect(await there.does('open_hub', { hub: slug })).to.include({ audience: 'private' })
      expect((await otto.call('update_hub', { ...publishing })).text).not.to.contain(told)
    } finally {
      await off.stop()
    }
  })
})
