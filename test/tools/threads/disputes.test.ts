import { expect } from 'chai'
import { hours, minutes } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

/** What settles a dispute, what lets a suggestion in by itself, and what hiding somebody's recent posts reaches. */
describe('disputes, small suggestions and recent posts', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let number = 0

  beforeEach(() => server.advance(minutes(1)))

  const prune = async (): Promise<void> => {
    await server.fires()
    await server.landed()
  }

  // SPEC: dispute open owner or
  it('a dispute is settled by owner or helper, by their answer or the starter’s of another’s post, by a fix; not by its starter’s own answer', async () => {
    const { otto, bensAgent, cleosAgent, hub } = cast
    const text = '# Dough\n\nRest it for ten hours.'
    async function flagged(): Promise<{ thread_id: string; pad_id: string; post_id: string }> {
      const { pad_id, sections } = await otto.does('create_pad', { hub: hub.slug, title: `Pad ${++number}`, text })
      const { thread_id, post_id } = await cleosAgent.does('start_thread', {
        pad_id,
        anchor_block: sections[0].section_id,
        title: 'Wrong',
        body: `Nine hours ${number}.`,
        flag_wrong: true,
        source: 'Tried it',
      })
      return { thread_id, pad_id, post_id } as { thread_id: string; pad_id: string; post_id: string }
    }
    const stands = async (thread_id: string) => {
      await server.landed()
      const { dispute, version } = await otto.does('open_thread', { thread_id })
      return { dispute, version: Number(version) }
    }
    const answers = async (by: Agent, thread_id: string, answer_id: string) =>
      by.does('edit_pad', { resolves_thread: thread_id, answer_id })
    const replies = async (thread_id: string): Promise<string> =>
      (await bensAgent.does('post_reply', { thread_id, body: `So it is ${++number}.` }))['post_id']
    type Flagged = Awaited<ReturnType<typeof flagged>>
    const ways: Readonly<Record<string, (flag: Flagged) => Promise<unknown>>> = {
      'the owner settles': ({ thread_id }) =>
        otto.does('moderate', { action: 'settle_flag', thread_id, outcome: 'fixed' }),
      'a helper settles': ({ thread_id }) =>
        bensAgent.does('moderate', { action: 'settle_flag', thread_id, outcome: 'not_wrong' }),
      'the owner marks an answer': async ({ thread_id }) => answers(otto, thread_id, await replies(thread_id)),
      'a helper marks an answer': async ({ thread_id }) => answers(bensAgent, thread_id, await replies(thread_id)),
      'a fix is accepted': async ({ pad_id }) => {
        const fix = { pad_id, base_version: 1, text: text.replace('ten', 'nine'), propose: true }
        const { edit_id } = await cleosAgent.does('edit_pad', fix)
        await otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
      },
    }
    for (const [way, does] of Object.entries(ways)) {
      const flag = await flagged()
      const before = await stands(flag.thread_id)
      expect(before.dispute, way).to.equal('open')
      await does(flag)
      const after = await stands(flag.thread_id)
      expect(after.dispute, way).to.equal('settled')
      expect(after.version, way).to.be.greaterThan(before.version)
    }
    const { thread_id } = await flagged()
    await answers(cleosAgent, thread_id, await replies(thread_id))
    expect(await stands(thread_id), 'by the flag’s own starter').to.include({ dispute: 'open' })
  })

  it('the answer to whoever lets their own fix in tells the section as it is then: a flag of others is settled, their own is not', async () => {
    const { otto, cleosAgent, hub } = cast
    const text = '# Dough\n\nRest it for ten hours.'
    const seen: Record<string, string> = {}
    for (const [whose, starter] of Object.entries({ 'of others': cleosAgent, 'their own': otto })) {
      const { pad_id, sections } = await otto.does('create_pad', { hub: hub.slug, title: `Pad ${++number}`, text })
      const flag = { anchor_block: sections[0].section_id, flag_wrong: true, source: 'Tried it' }
      await starter.does('start_thread', { pad_id, ...flag, title: 'Wrong', body: `Nine hours ${number}.` })
      const fix = { pad_id, base_version: 1, text: text.replace('ten', 'nine'), propose: true }
      const { edit_id } = await otto.does('edit_pad', fix)
      const answer = await otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
      await server.landed()
      const after = await otto.does('open_pad', { pad_id, outline: true })
      seen[whose] = `${answer['sections'][0].status}, then ${after['sections'][0].status}`
    }
    expect(seen).to.deep.equal({ 'of others': 'open, then open', 'their own': 'disputed, then disputed' })
  })

  // SPEC: checked hub suggestion nobody
  // SPEC: unchecked merge (checked) 24
  it('a suggestion that nobody checks goes in after 24 hours, marked, only where it is small: no 30 % of a section, no new heading, no link taken out', async () => {
    const hub = (await cast.otto.does('create_hub', { title: 'Checked', mode: 'checked' }))['slug']
    await cast.cleosAgent.does('join_hub', { hub })
    await cast.otto.does('moderate', { action: 'let_in', hub, participant: cast.cleosAgent.id })
    // 250 characters in the section, of which the last 200 are 40 words
    const link = 'https://bread.example/rye'
    const start = `# Dough\n\nSee ${link} for it.`.padEnd(50, '!')
    const ofWords = (changed: number) => `${start}${' rest'.repeat(40 - changed)}${' fold'.repeat(changed)}`
    const text = ofWords(0)
    const changes: Readonly<Record<string, (whole: string) => string>> = {
      'less than 30 %': () => ofWords(10),
      'more than 30 %': () => ofWords(17),
      'a new heading': (whole) => `${whole}\n\n## More`,
      'a link gone': (whole) => whole.replace(link, 'the page'),
    }
    const pads: Record<string, string> = {}
    for (const [what, change] of Object.entries(changes)) {
      const { pad_id } = await cast.otto.does('create_pad', { hub, title: what, text })
      await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: change(text), propose: true })
      pads[what] = pad_id
    }
    const seen = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(pads).map(async ([what, pad_id]) => {
            const { version, sections } = await cast.otto.does('open_pad', { pad_id, outline: true })
            return [what, [version, sections[0].check]] as const
          }),
        ),
      )
    const waiting = Object.fromEntries(Object.keys(changes).map((what) => [what, [1, undefined]]))
    await server.advance(hours(24) - minutes(1))
    await prune()
    expect(await seen()).to.deep.equal(waiting)
    await server.advance(minutes(1))
    await prune()
    await until(async () => (await seen())['less than 30 %']?.[0] === 2, 'the small one went in')
    expect(await seen()).to.deep.equal({ ...waiting, 'less than 30 %': [2, 'unchecked'] })
  })

  // SPEC: hide a human s
  it('undo_everything with include_linked hides of linked ids the posts of the last 72 hours, and no older ones', async () => {
    const { otto, cleo, cleosAgent, hub } = cast
    const second = await cleo.agent('Second')
    await second.does('join_hub', { hub: hub.slug })
    const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Recent', body: 'Who was here?' })
    const says = (who: Agent, body: string) => who.does('post_reply', { thread_id, body })
    await says(second, 'Older than that.')
    await says(cleosAgent, 'Its own and old.')
    await server.advance(minutes(2))
    await says(second, 'Within the time.')
    await server.advance(hours(72) - minutes(1))
    await says(cleosAgent, 'Its own and new.')
    await otto.does('undo_everything', { hub: hub.slug, participant: cleosAgent.id, include_linked: true })
    const read = async () => (await otto.call('open_thread', { thread_id })).text
    const words = async () => {
      const { text } = await cast.bensAgent.call('open_thread', { thread_id })
      return ['Older than that.', 'Its own and old.', 'Within the time.', 'Its own and new.'].filter((one) =>
        text.includes(one),
      )
    }
    await until(async () => (await words()).length === 1, 'hidden')
    expect(await words()).to.deep.equal(['Older than that.'])
    expect(await read()).to.contain('(hidden)')
  })

  // SPEC: reactions notify nobody
  // SPEC: Events > mentions an @mention
  it('a reaction tells nobody; a mention of somebody without a seat arrives once they have posted there', async () => {
    const { otto, bensAgent, stranger, hub } = cast
    const { thread_id, post_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Told', body: 'Who hears?' })
    const heard = async (who: Agent, kind?: string): Promise<any[]> => {
      await server.landed()
      const { items } = await who.does('show_svc', { after: 0, limit: 200 })
      return items.filter((item: any) => item.thread_id === thread_id && (kind === undefined || item.kind === kind))
    }
    await bensAgent.does('react', { post_id, reaction: 'agree' })
    expect(await heard(otto)).to.deep.equal([])
    const calls = (n: number) => bensAgent.does('post_reply', { thread_id, body: `@${stranger.handle} number ${n}` })
    await calls(1)
    expect(await heard(stranger, 'mention')).to.deep.equal([])
    await stranger.does('join_hub', { hub: hub.slug })
    await stranger.does('post_reply', { thread_id, body: 'I am here.' })
    await stranger.does('moderate', { action: 'remove', hub: hub.slug, participant: stranger.id })
    await calls(2)
    expect(await heard(stranger, 'mention')).to.have.length(1)
  })
})
