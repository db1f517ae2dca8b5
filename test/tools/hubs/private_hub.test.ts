import { expect } from 'chai'
import { days, minutes } from '../../../src/rules/units.ts'
import { type Agent, register, signIn } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withServer } from '../../support/here.ts'

describe('a private hub', () => {
  const server = withServer()
  let otto: Agent

  before(async () => {
    otto = await (await signIn(server, 'Ada')).agent('Otto')
  })

  let made = 0
  const newHub = () => otto.does('create_hub', { title: `Cooking ${++made}` })
  const publish = async (hub: string) => {
    const { preview } = await otto.does('update_hub', { hub, audience: 'public' })
    return otto.does('update_hub', { hub, audience: 'public', publish_token: preview.publish_token })
  }

  throughEachDoor((door) => {
    // a day's hubs for each door
    before(() => server.advance(days(1)))

    it('tells a private hub from a missing one in no bulk, whatever stands against the try', async () => {
      const guesser = await register(server, `Guesser over ${door.name}`)
      const { slug } = await newHub()
      const at = async (hub: string, more: object = {}) => {
        const { ok, error } = await guesser.call('join_hub', { hub, ...more }, door)
        return ok ? 'asked' : `${error?.['error']}/${error?.['reason']}`
      }
      const secret = { note: `dpa_${'x'.repeat(43)}` }
      expect(await at(slug, secret)).to.equal('invalid/sensitive')
      expect(await at('no-such-hub', secret)).to.equal('invalid/sensitive')
      const tries = await Promise.all(Array.from({ length: 10 }, (_, n) => at(`no-such-hub-${n}`)))
      expect(new Set(tries)).to.deep.equal(new Set(['not_found/unreadable']))
      expect(await at('no-such-hub')).to.equal('rate_limited/joins_per_hour')
      expect(await at(slug)).to.equal('rate_limited/joins_per_hour')
    })

    it('lets nobody find private slugs in bulk by asking for them as new ones', async () => {
      const guesser = await register(server, `Namer over ${door.name}`)
      const { slug } = await newHub()
      const named = async () =>
        (await guesser.call('create_hub', { title: 'Mine', slug }, door)).error?.['reason'] as string
      const tries = await Promise.all(Array.from({ length: 20 }, named))
      expect(new Set(tries)).to.deep.equal(new Set(['slug_taken']))
      expect(await named()).to.equal('hubs_per_day')
    })

    it('answers whoever sits there or asked already, past the limit too', async () => {
      const joiner = await register(server, `Joiner over ${door.name}`)
      const [open, closed] = [(await newHub())['slug'], (await newHub())['slug']]
      await publish(open)
      await joiner.does('join_hub', { hub: open }, door)
      await joiner.does('join_hub', { hub: closed }, door)
      for (let n = 0; n < 8; n++) await joiner.call('join_hub', { hub: `no-such-hub-${n}` }, door)
      expect(await joiner.does('join_hub', { hub: open }, door)).to.include({ joined: true, already: true })
      expect(await joiner.does('join_hub', { hub: closed }, door)).to.include({ requested: true, already: true })
      const other = await joiner.call('join_hub', { hub: (await newHub())['slug'] }, door)
      expect(other.error).to.include({ reason: 'joins_per_hour' })
    })

    it('takes no guests until it is public: said so, and both may come in one call', async () => {
      const { slug: hub } = await newHub()
      const { error } = await otto.call('update_hub', { hub, accepts_guests: true }, door)
      expect(error).to.include({ error: 'forbidden', reason: 'guests_off' })
      expect(error?.message).to.contain('audience public')
      expect(await otto.does('open_hub', { hub })).to.include({ accepts_guests: false })
      const { preview } = await otto.does('update_hub', { hub, audience: 'public', accepts_guests: true }, door)
      const { publish_token } = preview
      await otto.does('update_hub', { hub, audience: 'public', accepts_guests: true, publish_token }, door)
      expect(await otto.does('open_hub', { hub })).to.include({ audience: 'public', accepts_guests: true })
      await otto.does('update_hub', { hub, audience: 'private' }, door)
      const shut = await otto.call('open_hub', { hub }, door)
      expect(shut.data).to.include({ audience: 'private', accepts_guests: false })
      expect(shut.text).not.to.contain('Guests may')
      await otto.does('update_hub', { hub, accepts_guests: true, title: 'It stays so' }, door)
      expect(await otto.refused('update_hub', { hub, audience: 'private', accepts_guests: true }, door)).to.equal(
        'agreed',
      )
    })

    it('removes who was never there without a word to them; who asked is turned away', async () => {
      const stranger = await register(server, `Nobody over ${door.name}`)
      const asker = await register(server, `Asks over ${door.name}`)
      const { slug: hub } = await newHub()
      const { thread_id } = await otto.does('start_thread', { hub, title: 'In here', body: `Just us ${++made}.` })
      await asker.does('join_hub', { hub }, door)
      const remove = { action: 'remove', participant: stranger.id }
      for (const place of [{ hub }, { thread_id }]) {
        const done = await otto.does('moderate', { ...remove, ...place }, door)
        expect(done).to.include({ status: 'removed' }).and.to.have.property('entry')
        const again = await otto.does('moderate', { ...remove, ...place }, door)
        expect(again).to.include({ status: 'removed', already: true })
      }
      await otto.does('moderate', { action: 'remove', hub, participant: asker.id }, door)
      await server.landed()
      const told = async (one: Agent) =>
        (await one.does('show_svc', { after: 0 }, door))['items'].map((item: any) => `${item.kind} ${item.reason}`)
      expect(await told(stranger)).to.deep.equal([])
      expect(await told(asker)).to.deep.equal(['join_answer turned_away'])
      // a public hub shuts its door to them, and tells them nothing
      const open = await newHub()
      await publish(open['slug'])
      const done = await otto.does('moderate', { ...remove, hub: open['slug'] }, door)
      expect(done).to.include({ status: 'removed' }).and.not.to.have.property('already')
      await server.landed()
      expect(await told(stranger)).to.deep.equal([])
      expect(await stranger.refused('join_hub', { hub: open['slug'] }, door)).to.equal('forbidden/removed')
      await otto.does('moderate', { action: 'show', entry: done['entry'] }, door)
      expect(await stranger.refused('join_hub', { hub: open['slug'] }, door)).to.equal('agreed')
    })

    it('keeps out who left before they were removed, whatever link they hold, also once it is public', async () => {
      // the minute's writes are spent above
      await server.advance(minutes(1))
      const { slug: hub } = await newHub()
      const { invite_url } = await otto.does('invite', { hub, uses: 5 }, door)
      const invite = invite_url.split('#')[1]
      const gone = await register(server, `Left over ${door.name}`)
      await gone.does('join_hub', { invite }, door)
      await gone.does('moderate', { action: 'remove', hub, participant: gone.id }, door)
      const remove = { action: 'remove', hub, participant: gone.id }
      const done = await otto.does('moderate', remove, door)
      expect(done).to.include({ status: 'removed' }).and.not.to.have.property('already')
      expect(await gone.refused('join_hub', { invite }, door)).to.equal('forbidden/removed')
      const { log } = await otto.does('open_hub', { hub, log: true })
      expect(log[0]).to.include({ entry: done['entry'], action: 'remove' })
      await publish(hub)
      expect(await gone.refused('join_hub', { hub }, door)).to.equal('forbidden/removed')
    })

    it('tells of a removal only who had a seat in that very place', async () => {
      const { slug: hub, front_pad } = await newHub()
      const { thread_id } = await otto.does('start_thread', { hub, title: 'Elsewhere', body: `Not there ${++made}.` })
      const reader = await register(server, `Reads one pad over ${door.name}`)
      const { invite_url } = await otto.does('invite', { pad_id: front_pad.pad_id }, door)
      await reader.does('join_hub', { invite: invite_url.split('#')[1] }, door)
      const remove = { action: 'remove', participant: reader.id, note: 'Not you' }
      for (const place of [{ thread_id }, { hub }]) await otto.does('moderate', { ...remove, ...place }, door)
      await server.landed()
      const { items } = await reader.does('show_svc', { after: 0 }, door)
      expect(items.map((item: any) => `${item.kind} ${item.reason}`)).to.deep.equal([])
    })

    it('keeps the title of a front pad that is hidden to owner and helpers', async () => {
      const { slug, front_pad } = await newHub()
      const member = await register(server, `Member over ${door.name}`)
      await publish(slug)
      await member.does('join_hub', { hub: slug })
      expect((await member.does('open_hub', { hub: slug }, door))['front_pad']).to.deep.equal(front_pad)
      const hidden = { action: 'hide', level: 'hide', reason: 'outdated', pad_id: front_pad.pad_id }
      await otto.does('moderate', hidden)
      const { text, data } = await member.call('open_hub', { hub: slug }, door)
      expect(data).to.not.have.property('front_pad')
      expect(text).to.not.contain('front pad')
      expect((await otto.does('open_hub', { hub: slug }, door))['front_pad']).to.deep.equal(front_pad)
    })

    it('takes a new preview when what the last one counted has changed', async () => {
      const { slug, hub_id } = await newHub()
      const started = await otto.does('start_thread', { hub: slug, title: 'Notes', body: 'Nothing secret.' })
      const preview = async () => (await otto.does('update_hub', { hub: slug, audience: 'public' }, door))['preview']
      const publishes = ({ publish_token }: any) =>
        otto.call('update_hub', { hub: slug, audience: 'public', publish_token }, door)
      const shown = await preview()
      const { thread_id } = started
      const body = 'Our card is 4111 1111 1111 1111.'
      const added = await otto.does('post_reply', { thread_id, body, confirm_sensitive: true })
      expect((await publishes(shown)).error).to.include({ error: 'conflict', reason: 'preview_expired' })
      const again = await preview()
      expect(again.flagged_secrets).to.equal(shown.flagged_secrets + 1)
      await otto.does('undo_edit', { post_id: added['post_id'] })
      expect((await publishes(again)).error).to.include({ reason: 'preview_expired' })
      expect((await publishes(await preview())).data).to.include({ hub_id, audience: 'public' })
    })

    it('counts secrets in every text that becomes readable', async () => {
      const { slug: hub, front_pad } = await newHub()
      const { thread_id } = await otto.does('start_thread', { hub, title: 'Notes', body: 'Nothing secret.' })
      const secret = 'Our card is 4111 1111 1111 1111.'
      const { pad_id } = front_pad
      const said: readonly [string, object][] = [
        ['start_thread', { hub, title: secret, body: 'Nothing secret.' }],
        ['create_pad', { hub, title: secret }],
        ['create_task', { thread_id, title: 'Pay', details: secret }],
        ['edit_pad', { pad_id, decision: { text: 'By card.', options: ['Cash', secret] } }],
        ['edit_pad', { pad_id, propose: true, inserts: [{ after: 'start', text: secret }] }],
        ['edit_pad', { pad_id, propose: true, title: secret }],
        ['edit_pad', { pad_id, inserts: [{ after: 'start', text: 'By card.' }], note: secret }],
      ]
      let flagged = 0
      for (const [tool, args] of said) {
        await otto.does(tool, { ...args, confirm_sensitive: true })
        const { preview } = await otto.does('update_hub', { hub, audience: 'public' }, door)
        expect(preview.flagged_secrets, `${tool} ${JSON.stringify(args)}`).to.equal(++flagged)
      }
    })
  })
})
