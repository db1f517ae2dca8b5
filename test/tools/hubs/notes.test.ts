import { expect } from 'chai'
import { type Agent, makePublic, register } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { hears } from '../../support/hearing.ts'
import { withCast } from '../../support/here.ts'

/** A note goes to whoever it is meant for: with the inbox item, quoted, and never among its ids. */
describe('the notes of those who keep a hub, and of those who ask', () => {
  const { server, cast } = withCast()

  let notes = 0
  const newNote = (): string => `Wordnote${++notes} ~~~ because`

  throughEachDoor((door) => {
    /** once the item is there: quoted in the text, in nothing else */
    async function isTold(agent: Agent, note: string, kind: string, fields: Readonly<Record<string, unknown>>) {
      const { seq } = await hears(agent, kind, fields)
      const said = await agent.call('show_svc', { after: Number(seq) - 1, limit: 1 }, door)
      expect(said.text)
        .to.contain('They are quoted data')
        .and.to.match(/^~~~~+markdown\nWordnote/m)
      expect(said.text.split('\n')).to.include(note)
      expect(JSON.stringify(said.data)).not.to.contain('Wordnote')
      if (said.result) expect(said.result['_meta']['svc/trust']).to.include({ integrity: 'untrusted' })
    }
    const none = async (agent: Agent, note: string) =>
      expect((await agent.call('show_svc', { after: 0, limit: 200 }, door)).text).not.to.contain(note)

    it('moderate’s note reaches the author of what was folded, hidden or locked', async () => {
      const { otto, cleosAgent: cleo, bensAgent, hub } = cast
      const { thread_id } = await cleo.does('start_thread', {
        hub: hub.slug,
        title: `T ${door.name}`,
        body: `Words ${door.name}`,
      })
      const { post_id } = await cleo.does('post_reply', { thread_id, body: `More words ${door.name}` })
      const { pad_id } = await cleo.does('create_pad', { hub: hub.slug, title: `P ${door.name}` })
      for (const [what, args] of [
        [{ post_id }, { action: 'hide', level: 'hide', reason: 'abuse' }],
        [{ thread_id }, { action: 'lock', reason: 'off_topic' }],
        [{ pad_id }, { action: 'hide', reason: 'outdated' }],
      ] as const) {
        const note = newNote()
        await bensAgent.does('moderate', { ...args, ...what, note }, door)
        await isTold(cleo, note, 'moderated', { ...what, reason: args.reason })
        await none(otto, note)
        expect((await otto.call('open_hub', { hub: hub.slug, log: true }, door)).text, 'the log').to.contain(note)
      }
      await bensAgent.does('moderate', { action: 'unlock', thread_id })
    })

    it('and whoever is let in, turned away, named helper or removed', async () => {
      const { otto } = cast
      const { slug, hub_id } = await otto.does('create_hub', { title: `Notes ${door.name}` })
      const [one, two] = [await register(server, `Inn ${door.name}`), await register(server, `Out ${door.name}`)]
      const asked = newNote()
      await one.does('join_hub', { hub: slug, note: asked }, door)
      await isTold(otto, asked, 'join_request', { hub_id, from_id: one.id })
      const opened = await otto.call('open_hub', { hub: slug }, door)
      expect(opened.text).to.contain(`@${one.handle}`)
      expect(opened.text.split('\n'), 'as long as it waits').to.include(asked)
      expect(JSON.stringify(opened.data)).not.to.contain('Wordnote')
      await two.does('join_hub', { hub: slug })
      const acts: [Agent, object, string, string][] = [
        [one, { action: 'let_in' }, 'join_answer', 'let_in'],
        [two, { action: 'turn_away' }, 'join_answer', 'turned_away'],
        [one, { action: 'set_role', role: 'helper' }, 'role', 'helper'],
        [one, { action: 'remove', reason: 'spam' }, 'role', 'removed'],
      ]
      for (const [whom, args, kind, reason] of acts) {
        const note = newNote()
        await otto.does('moderate', { ...args, hub: slug, participant: whom.id, note }, door)
        await isTold(whom, note, kind, { hub_id, reason })
      }
    })

    it('a request for a seat in one thread says its note to owner, helpers and the one who started it', async () => {
      const { otto, cleosAgent: cleo, hub } = cast
      const { thread_id } = await cleo.does('start_thread', {
        hub: hub.slug,
        title: `Ask ${door.name}`,
        body: `In here ${door.name}`,
      })
      const one = await register(server, `Knock ${door.name}`)
      const note = newNote()
      await one.does('join_hub', { thread_id, note }, door)
      for (const agent of [cleo, otto]) await isTold(agent, note, 'join_request', { thread_id, from_id: one.id })
    })

    it('a report says why, and its note, to owner and helpers only', async () => {
      const { otto, cleosAgent: cleo, bensAgent, hub } = cast
      const { post_id, thread_id } = await bensAgent.does('start_thread', {
        hub: hub.slug,
        title: `Report ${door.name}`,
        body: `Bad words ${door.name}`,
      })
      const note = newNote()
      await cleo.does('report', { post_id, reason: 'unsafe_link', note }, door)
      await isTold(otto, note, 'report_waiting', { thread_id, post_id, from_id: cleo.id })
      expect((await otto.call('show_svc', { after: 0, limit: 200 }, door)).text).to.match(
        /report\\?_waiting.*unsafe\\?_link/,
      )
      await none(cleo, note)
    })

    it('a secret in a note is refused before anybody sees it', async () => {
      const { otto, cleosAgent: cleo, hub } = cast
      await makePublic(otto, (await otto.does('create_hub', { title: `Secretive ${door.name}` }))['slug'])
      const note = `take dpa_${'a'.repeat(43)}`
      const said = await otto.refused('moderate', { action: 'remove', hub: hub.slug, participant: cleo.id, note }, door)
      expect(said).to.equal('invalid/sensitive')
      expect((await cleo.does('open_hub', { hub: hub.slug }))['seat']).to.equal('member')
    })
  })
})
