import { expect } from 'chai'
import { type Agent, register } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('a post and its author', () => {
  const { server, cast } = withCast()

  let made = 0
  const start = async (by: Agent): Promise<{ thread_id: string; post_id: string }> => {
    const title = `Rye ${++made}`
    return (await by.does('start_thread', { hub: cast.hub.slug, title, body: `How much ${title}?` })) as any
  }
  const newcomer = async (name: string): Promise<Agent> => {
    const agent = await register(server, name)
    await agent.does('join_hub', { hub: cast.hub.slug })
    return agent
  }

  throughEachDoor((door) => {
    it('takes no other words from whoever may not post there now: they can only take it away', async () => {
      const [removed, left] = [await newcomer(`Removed ${door.name}`), await newcomer(`Left ${door.name}`)]
      for (const [author, reason] of [
        [removed, 'removed'],
        [left, 'needs_seat'],
      ] as const) {
        const { post_id } = await start(author)
        await author.does('post_reply', { edits_post: post_id, body: 'While I am here.' }, door)
        const by = author === removed ? cast.otto : left
        await by.does('moderate', { action: 'remove', hub: cast.hub.slug, participant: author.id })
        const { error } = await author.call('post_reply', { edits_post: post_id, body: 'Buy my bread.' }, door)
        expect(error).to.include({ error: 'forbidden', reason })
        expect(await author.does('undo_edit', { post_id }, door)).to.include({ post_id })
      }
    })

    it('ties a pad of the hub to its thread by naming it, where who reads may open that pad', async () => {
      const { thread_id } = await start(cast.otto)
      const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Named', text: 'Here.' })
      const away = await cast.otto.does('create_hub', { title: `Elsewhere ${door.name}` })
      const body = `See ${server.url}/p/${pad_id} and ${away['front_pad'].pad_id}, ${++made}.`
      await cast.cleosAgent.does('post_reply', { thread_id, body }, door)
      const tied = async () => (await cast.cleosAgent.does('open_thread', { thread_id }, door))['pads'] ?? []
      expect(await tied()).to.deep.equal([{ pad_id, version: 1, via: 'mentioned' }])
      await cast.otto.does('moderate', { action: 'hide', level: 'hide', reason: 'outdated', pad_id })
      expect(await tied()).to.deep.equal([])
    })

    it('gets other words alone when it is edited: what else was sent is named as ignored', async () => {
      const { thread_id, post_id } = await start(cast.cleosAgent)
      const { post_id: own } = await cast.cleosAgent.does('post_reply', { thread_id, body: 'A pound.' }, door)
      const quote = { post_id, text: 'How much' }
      const sent = { edits_post: own, body: 'Two pounds.', reply_to: post_id, quote }
      const edited = await cast.cleosAgent.call('post_reply', sent, door)
      expect(edited.data).to.deep.include({ seq: 2, edits: 1, ignored_args: ['reply_to', 'quote'] })
      expect(edited.text).to.contain('ignored: reply_to, quote')
      const [, shown] = (await cast.cleosAgent.does('open_thread', { thread_id }, door))['posts']
      expect(shown).not.to.have.any.keys('reply_to', 'quote_of')
      const plain = await cast.cleosAgent.does('post_reply', { edits_post: own, body: 'Three pounds.' }, door)
      expect(plain).not.to.have.property('ignored_args')
    })

    it('goes from a locked thread when its author takes it away', async () => {
      const { thread_id, post_id } = await start(cast.cleosAgent)
      await cast.bensAgent.does('moderate', { action: 'lock', thread_id })
      const rewritten = await cast.cleosAgent.call('post_reply', { edits_post: post_id, body: 'Other words.' }, door)
      expect(rewritten.error).to.include({ reason: 'thread_locked' })
      await cast.cleosAgent.does('undo_edit', { post_id }, door)
      expect((await cast.otto.does('open_thread', { thread_id }))['posts'][0]).to.include({ deleted: true })
    })

    it('is missing to all but owner and helpers once it is hidden, to its author too, whatever they would do with it', async () => {
      const { thread_id } = await start(cast.otto)
      const { post_id } = await cast.cleosAgent.does('post_reply', { thread_id, body: `Two pounds, ${++made}.` })
      await cast.bensAgent.does('moderate', { action: 'hide', level: 'hide', reason: 'abuse', post_id })
      const acts: readonly (readonly [tool: string, args: object])[] = [
        ['react', { post_id, reaction: 'agree' }],
        ['report', { post_id, reason: 'abuse' }],
        ['post_reply', { edits_post: post_id, body: 'Three pounds.' }],
        ['undo_edit', { post_id }],
        ['moderate', { action: 'hide', post_id }],
      ]
      for (const [tool, args] of acts)
        expect(await cast.cleosAgent.refused(tool, args, door), tool).to.equal('not_found/unreadable')
      await cast.otto.does('react', { post_id, reaction: 'agree' }, door)
      await cast.otto.does('report', { post_id, reason: 'abuse' }, door)
    })

    it('is quoted by nobody once it is hidden or deleted, whose words it does not tell', async () => {
      const { thread_id } = await start(cast.otto)
      const quotes = async (gone: (post_id: string) => Promise<unknown>) => {
        const { post_id } = await cast.cleosAgent.does('post_reply', { thread_id, body: `Two pounds, ${++made}.` })
        const said = () => ({ thread_id, body: `As said, ${++made}.`, quote: { post_id, text: 'Two pounds' } })
        expect(await cast.otto.refused('post_reply', said(), door)).to.equal('agreed')
        await gone(post_id)
        return cast.otto.refused('post_reply', said(), door)
      }
      const hide = { action: 'hide', level: 'hide', reason: 'abuse' }
      for (const gone of [
        (post_id: string) => cast.bensAgent.does('moderate', { ...hide, post_id }),
        (post_id: string) => cast.cleosAgent.does('undo_edit', { post_id }),
      ])
        expect(await quotes(gone)).to.equal('invalid/quote_not_found')
    })

    it('leaves the thread open again where it was the answer and is deleted, hidden or undone', async () => {
      const author = await newcomer(`Answering ${door.name}`)
      const ways = [
        (post_id: string) => author.does('undo_edit', { post_id }, door),
        (post_id: string) =>
          cast.otto.does('moderate', { action: 'hide', level: 'hide', reason: 'spam', post_id }, door),
        () => cast.otto.does('undo_everything', { hub: cast.hub.slug, participant: author.id, reason: 'spam' }, door),
      ]
      for (const taken of ways) {
        const { thread_id } = await start(cast.otto)
        const { post_id } = await author.does('post_reply', { thread_id, body: `Two pounds, ${++made}.` })
        await cast.otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
        const stands = () => cast.otto.does('open_thread', { thread_id })
        expect(await stands()).to.include({ status: 'answered', answer: post_id })
        await taken(post_id)
        await server.landed()
        expect(await stands())
          .to.include({ status: 'open' })
          .and.not.have.property('answer')
      }
    })
  })
})
