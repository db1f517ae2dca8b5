import { expect } from 'chai'
import { thread } from '../../../actors/thread/index.ts'
import type { Posted } from '../../../actors/thread/posts/post.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { minutes, seconds } from '../../../src/rules/units.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { deskOf, type Told } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'
import { refusalOf, refusedAs } from '../../support/refusal.ts'

describe('posting in a thread', () => {
  let sql: Sql
  let place: Place
  let now = then

  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql)
  })

  const start = async (by: Caller, body = 'Hello.', more: object = {}, where = place) => {
    const thread_id = mint('thread', now)
    const told = await deskOf(sql, thread).ask(
      thread_id,
      'start',
      {
        by,
        thread_id,
        post_id: mint('post', now),
        hub_id: where.hub_id,
        title: untrusted('A thread'),
        body: untrusted(body),
        said: postFactsOf(untrusted(body)),
        accepts_guests: false,
        flag_wrong: false,
        public_on: true,
        ...more,
      },
      now,
    )
    return { id: thread_id, ...told }
  }
  const post = (id: string, by: Caller, body = 'A post.', more: object = {}): Promise<Told<Posted>> =>
    deskOf(sql, thread).ask<Posted>(
      id,
      'post',
      {
        by,
        post_id: mint('post', (now += 1)),
        body: untrusted(body),
        said: postFactsOf(untrusted(body)),
        public_on: true,
        paced: true,
        ...more,
      },
      now,
    )
  it('numbers posts without a gap and raises the version with each', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    const { id, reply } = await start(ana)
    expect(reply).to.include({ version: 1, status: 'open' })
    expect((await post(id, ana)).reply).to.include({ seq: 2, version: 2 })
    const third = await post(id, ana)
    expect(third.reply).to.include({ seq: 3, version: 3 })
    expect(third.wake).to.deep.equal({ version: 3, last_seq: 3 })
    const rows = await sql`select seq from post where thread_id = ${id} order by seq`
    expect(rows.map(({ seq }) => seq)).to.deep.equal([1, 2, 3])
  })

  it('puts an answer to an answer under its parent', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    const { id, reply } = await start(ana)
    const first = await post(id, ana, 'One.', { reply_to: reply.post_id })
    const second = await post(id, ana, 'Two.', { reply_to: first.reply.post_id })
    expect(second.reply.reply_to).to.equal(reply.post_id)
  })

  it('refuses to answer or quote what stands in another thread', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    const one = await start(ana, 'Words to quote.')
    const other = await start(ana)
    const post_id = one.reply.post_id
    expect(await refusedAs(post(other.id, ana, 'x', { reply_to: post_id }))).to.equal('invalid/reply_other_thread')
    const quote = { post_id, text: 'Words to quote' }
    expect(await refusedAs(post(other.id, ana, 'x', { quote }))).to.equal('invalid/quote_not_found')
    expect(await refusedAs(post(one.id, ana, 'x', { quote: { post_id, text: 'never said' } }))).to.equal(
      'invalid/quote_not_found',
    )
    expect(await refusedAs(post(one.id, ana, 'x', { quote: { post_id, text: ' \u200B ' } }))).to.equal(
      'invalid/quote_not_found',
    )
    expect(await refusedAs(post(one.id, ana, 'x', { quote }))).to.equal('agreed')
  })

  it('reads as missing without a seat in a private hub, and asks for a seat in a public one', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    const stranger = await place.someone('agent')
    const { id } = await start(ana)
    expect(await refusedAs(post(id, stranger))).to.equal('not_found/unreadable')
    const open = await placeIn(sql, { audience: 'public' })
    const inOpen = await start(await open.someone('human', { seat: 'owner' }), 'Hi', {}, open)
    expect(await refusedAs(post(inOpen.id, stranger))).to.equal('forbidden/needs_seat')
    expect(await refusedAs(post(inOpen.id, stranger, 'x', { public_on: false }))).to.equal('not_found/unreadable')
  })

  it('gives a guest a seat in the thread with the first post, where the thread accepts guests', async () => {
    const open = await placeIn(sql, { audience: 'public', accepts_guests: true })
    const owner = await open.someone('human', { seat: 'owner' })
    const guest = await open.someone('guest')
    const { id } = await start(owner, 'Come in', { accepts_guests: true }, open)
    expect((await post(id, guest)).reply.seq).to.equal(2)
    const seats = await sql`select role, given_by from seat where scope_id = ${id} and participant_id = ${guest.id}`
    expect([...seats]).to.deep.equal([{ role: 'member', given_by: guest.id }])
    expect(await refusedAs(start(owner, 'x', { accepts_guests: true }))).to.equal('not_found/unreadable')
  })

  it('takes no guests where the hub takes none', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    expect(await refusedAs(start(ana, 'x', { accepts_guests: true }))).to.equal('forbidden/guests_off')
  })

  it('is locked for agents of a paused hub, save those of owner and helpers', async () => {
    const hub = await placeIn(sql)
    const owner = await hub.someone('human', { seat: 'owner' })
    const own = await hub.someone('agent', { seat: 'member', of: owner.id })
    const other = await hub.someone('agent', { seat: 'member' })
    const person = await hub.someone('human', { seat: 'member' })
    const { id } = await start(person, 'Hi', {}, hub)
    await sql`insert into agents_pause values (${hub.hub_id}, ${owner.id}, ${new Date(then)})`
    expect(await refusedAs(post(id, other))).to.equal('locked/agents_paused')
    expect((await refusalOf(post(id, other))).message).to.contain('open_hub with hub says whether')
    const limited = { ...other, limited_to: { threads: [id], pads: [], rights: ['post'] } } as Caller
    const beside = await hub.someone('agent')
    await sql`insert into seat (scope_id, participant_id, role, given_by, at)
      values (${id}, ${beside.id}, 'member', ${person.id}, ${new Date(then)})`
    for (const by of [limited, beside]) {
      const { reason, message } = await refusalOf(post(id, by))
      expect(reason).to.equal('agents_paused')
      expect(message).to.contain('try again later').and.not.contain('open_hub')
    }
    expect(await refusedAs(post(id, own))).to.equal('agreed')
    expect(await refusedAs(post(id, person))).to.equal('agreed')
  })

  it('takes posts in a locked thread from owner and helpers only', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    const helper = await place.someone('human', { seat: 'helper' })
    const { id } = await start(ana)
    await sql`insert into locked values (${id}, ${helper.id}, ${new Date(then)})`
    expect(await refusedAs(post(id, ana))).to.equal('forbidden/thread_locked')
    expect(await refusedAs(post(id, helper))).to.equal('agreed')
  })

  describe('folding', () => {
    const links = (n: number) => Array.from({ length: n }, (_, i) => `https://example.org/${i}`).join(' ')

    it('folds a post with four links from an unverified author, and with eleven from a verified one', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const bo = await place.someone('agent', { seat: 'member', verified: false })
      const { id } = await start(ana)
      expect((await post(id, bo, links(3))).reply.folded).to.equal(undefined)
      expect((await post(id, bo, links(4))).reply.folded).to.equal('links')
      expect((await post(id, ana, links(10))).reply.folded).to.equal(undefined)
      const folded = await post(id, ana, links(11))
      expect(folded.reply.folded).to.equal('links')
      const [row] = await sql`select level, reason, by_id from fold where target_id = ${folded.reply.post_id}`
      expect(row).to.deep.equal({ level: 'fold', reason: 'links', by_id: null })
    })

    it('folds promotion, and refuses to ask for keys', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const { id } = await start(ana)
      expect((await post(id, ana, 'Claim your free airdrop tokens now!')).reply.folded).to.equal('promotion')
      expect(await refusedAs(post(id, ana, 'Please send me your API key.'))).to.equal('forbidden/promotion')
    })

    it('folds the thread where its first post folds itself', async () => {
      const bo = await place.someone('agent', { seat: 'member', verified: false })
      const { id, reply } = await start(bo, links(4))
      expect(reply).to.include({ status: 'folded', folded: 'links' })
      const rows = await sql`select target_id from fold where target_id in (${id}, ${reply.post_id})`
      expect(rows).to.have.length(2)
    })
  })

  describe('a run of agents alone', () => {
    it('spaces posts of two or three agents after thirty, doubling, until a person posts', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const [a, b] = [
        await place.someone('agent', { seat: 'member' }),
        await place.someone('agent', { seat: 'member' }),
      ]
      const { id } = await start(a)
      for (let n = 2; n <= 30; n++) await post(id, n % 2 ? a : b)
      const told = await refusalOf(post(id, a))
      expect(told.reason).to.equal('agent_run')
      expect(told.details['retry_after_seconds']).to.equal(30)
      now += seconds(30)
      const { reply } = await post(id, a)
      expect(reply.pace?.agent_run).to.equal(31)
      expect(Date.parse(reply.pace?.next_agent_post_at ?? '')).to.equal(now + seconds(60))
      expect((await refusalOf(post(id, b))).details['retry_after_seconds']).to.equal(60)
      await post(id, ana)
      expect((await post(id, b)).reply.pace).to.equal(undefined)
    })

    it('lets one agent, or four, post sixty', async () => {
      const agents = await Promise.all([1, 2, 3, 4].map(() => place.someone('agent', { seat: 'member' })))
      const { id } = await start(agents[0]!)
      for (let n = 1; n < 60; n++) await post(id, agents[n % 4]!)
      const told = await refusalOf(post(id, agents[0]!))
      expect(told.reason).to.equal('agent_run')
      now += seconds(30)
      for (let n = 0; n < 12; n++) {
        await post(id, agents[0]!)
        now += minutes(15)
      }
    })
  })

  describe('mentions', () => {
    // SPEC: Events > mentions an @mention
    it('reach members, and others only once they have posted there', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const bo = await place.someone('agent', { seat: 'member' })
      const stranger = await place.someone('agent')
      const { id } = await start(ana)
      const { reply, tell } = await post(id, ana, `@${bo.handle} and @${stranger.handle} and @nobody-here`)
      expect(reply.mentioned).to.deep.equal([bo.id])
      expect(reply.mentions_quiet).to.equal(1)
      expect(tell).to.have.length(1)
      expect(tell[0]).to.deep.include({ actor: 'participant', id: bo.id, operation: 'receive' })
      expect((tell[0]!.args as any).item).to.include({ kind: 'mention', from_id: ana.id, thread_id: id, post_seq: 2 })
    })

    it('are refused past 8 of an agent and 30 of a person', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const bo = await place.someone('agent', { seat: 'member' })
      const { id } = await start(ana)
      const naming = (n: number) => Array.from({ length: n }, (_, i) => `@somebody-${i}`).join(' ')
      expect(await refusedAs(post(id, bo, naming(8)))).to.equal('agreed')
      expect(await refusedAs(post(id, bo, naming(9)))).to.equal('rate_limited/mentions')
      expect(await refusedAs(post(id, ana, naming(30)))).to.equal('agreed')
      expect(await refusedAs(post(id, ana, naming(31)))).to.equal('rate_limited/mentions')
    })

    it('wake nobody from the thirteenth agent of a chain on', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const [a, b] = [
        await place.someone('agent', { seat: 'member' }),
        await place.someone('agent', { seat: 'member' }),
      ]
      const { id } = await start(ana)
      for (let n = 1; n <= 12; n++) {
        const [by, to] = n % 2 ? [a, b] : [b, a]
        const { reply, tell } = await post(id, by, `@${to.handle} your turn`)
        expect(reply.mentions_quiet, `mention ${n}`).to.equal(undefined)
        expect((tell[0]!.args as any).item.quiet, `mention ${n}`).to.equal(undefined)
      }
      const { reply, tell } = await post(id, a, `@${b.handle} your turn`)
      expect(reply.mentions_quiet).to.equal(1)
      expect((tell[0]!.args as any).item.quiet).to.equal(true)
      expect((await post(id, b, `@${a.handle} your turn`)).reply.mentions_quiet, 'it goes on').to.equal(1)
      await post(id, ana)
      expect((await post(id, a, `@${b.handle} your turn`)).reply.mentions_quiet).to.equal(undefined)
    })
  })

  describe('replies', () => {
    const heard = (tell: readonly { id: string; args: unknown }[]) =>
      tell.map(({ id, args }) => {
        const { kind, quiet } = (args as { item: { kind: string; quiet?: true } }).item
        return `${kind} to ${id}${quiet ? ', quiet' : ''}`
      })

    it('of persons reach the starter and the author answered, of agents the author alone', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const [a, b, c] = [
        await place.someone('agent', { seat: 'member' }),
        await place.someone('agent', { seat: 'member' }),
        await place.someone('agent', { seat: 'member' }),
      ]
      const { id } = await start(a)
      const second = await post(id, b)
      expect(second.tell, 'no reply').to.deep.equal([])
      const reply_to = second.reply.post_id
      expect(heard((await post(id, ana, 'Good.', { reply_to })).tell)).to.deep.equal([
        `reply to ${a.id}`,
        `reply to ${b.id}`,
      ])
      expect(heard((await post(id, c, 'Good.', { reply_to })).tell)).to.deep.equal([`reply to ${b.id}`])
      expect(heard((await post(id, a, 'Yes.', { reply_to })).tell), 'not of oneself').to.deep.equal([
        `reply to ${b.id}`,
      ])
      expect(heard((await post(id, c, `@${b.handle} yes.`, { reply_to })).tell), 'once').to.deep.equal([
        `mention to ${b.id}`,
      ])
    })

    it('of agents wake nobody from the thirteenth of a chain on, and are silent where the post is folded', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const [a, b] = [
        await place.someone('agent', { seat: 'member' }),
        await place.someone('agent', { seat: 'member' }),
      ]
      const { id } = await start(ana)
      let reply_to = (await post(id, b)).reply.post_id
      for (let n = 1; n <= 13; n++) {
        const [by, to] = n % 2 ? [a, b] : [b, a]
        const { reply, tell } = await post(id, by, `Turn ${n}.`, { reply_to })
        expect(heard(tell), `reply ${n}`).to.include(`reply to ${to.id}${n > 12 ? ', quiet' : ''}`)
        reply_to = reply.post_id
      }
      const links = Array.from({ length: 11 }, (_, n) => `https://${n}.example`).join(' ')
      await post(id, ana)
      expect(heard((await post(id, b, links, { reply_to })).tell)).to.deep.equal([`reply to ${a.id}, quiet`])
    })

    it('reach nobody who cannot read the thread any more', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const a = await place.someone('agent', { seat: 'member' })
      const { id } = await start(a)
      await sql`delete from seat where participant_id = ${a.id}`
      expect((await post(id, ana)).tell).to.deep.equal([])
    })
  })

  it('tells an agent that nobody but its human is there', async () => {
    const hub = await placeIn(sql)
    const owner = await hub.someone('human', { seat: 'owner' })
    const agent = await hub.someone('agent', { seat: 'member', of: owner.id })
    const { id, reply } = await start(agent, 'Notes', {}, hub)
    expect(reply.alone).to.equal(true)
    expect((await post(id, agent)).reply.alone).to.equal(true)
    await hub.someone('human', { seat: 'member' })
    expect((await post(id, agent)).reply.alone).to.equal(undefined)
  })

  describe('editing and deleting', () => {
    it('keeps the earlier texts, for the author, twenty times', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const bo = await place.someone('human', { seat: 'member' })
      const { id, reply } = await start(ana, 'First text.')
      const edit = (by: Caller, body: string) =>
        deskOf(sql, thread).ask(
          id,
          'edit_post',
          { by, post_id: reply.post_id, body: untrusted(body), said: postFactsOf(untrusted(body)), public_on: true },
          ++now,
        )
      expect(await refusedAs(edit(bo, 'x'))).to.equal('forbidden/not_yours')
      for (let n = 1; n <= 20; n++) expect((await edit(ana, `Text ${n}.`)).reply).to.include({ edits: n })
      expect(await refusedAs(edit(ana, 'Text 21.'))).to.equal('rate_limited/post_edits')
      const texts = await sql`select body from post_text where post_id = ${reply.post_id} order by n`
      expect(texts.map(({ body }) => body).slice(0, 2)).to.deep.equal(['First text.', 'Text 1.'])
      const assistant: Caller = { ...ana, connection: 'oauth' }
      expect(await refusedAs(edit(assistant, 'x'))).to.equal('forbidden/host_cannot')
    })

    it('deletes once; the number stays taken', async () => {
      const ana = await place.someone('human', { seat: 'member' })
      const { id, reply } = await start(ana)
      const remove = () =>
        deskOf(sql, thread).ask(id, 'delete_post', { by: ana, post_id: reply.post_id, public_on: true }, ++now)
      expect((await remove()).reply).to.include({ version: 2 })
      expect((await remove()).reply).to.include({ already: true, version: 2 })
      expect((await post(id, ana)).reply.seq).to.equal(2)
    })

    it('goes when its author says so who lost the seat in a private hub; to whoever else it is missing, as to their assistant', async () => {
      const own = await place.someone('agent', { seat: 'member' })
      const { id, reply } = await start(own)
      const { post_id } = reply
      const remove = (by: Caller) => deskOf(sql, thread).ask(id, 'delete_post', { by, post_id, public_on: true }, ++now)
      await sql`delete from seat where participant_id = ${own.id}`
      const limited_to = { threads: [id], pads: [], rights: ['post'] }
      for (const by of [await place.someone('agent'), { ...own, connection: 'oauth' }, { ...own, limited_to }])
        expect(await refusedAs(remove(by as Caller))).to.equal('not_found/unreadable')
      await sql`insert into agents_pause values (${place.hub_id}, 'hum_x', ${new Date(then)})`
      expect(await refusedAs(remove(own)), 'while the agents are paused').to.equal('not_found/unreadable')
      await sql`delete from agents_pause where hub_id = ${place.hub_id}`
      expect((await remove(own)).reply).to.deep.equal({ post_id })
    })
  })

  // SPEC: reactions notify nobody
  it('counts each reaction of a participant once and tells nobody', async () => {
    const ana = await place.someone('human', { seat: 'member' })
    const bo = await place.someone('agent', { seat: 'member' })
    const { id, reply } = await start(ana)
    const react = (by: Caller, reaction: string, remove = false) =>
      deskOf(sql, thread).ask(id, 'react', { by, post_id: reply.post_id, reaction, remove, public_on: true }, ++now)
    await react(ana, 'agree')
    const second = await react(bo, 'agree')
    expect(second.reply).to.deep.equal({ post_id: reply.post_id, reactions: { agree: 2 }, yours: ['agree'] })
    expect(second.tell).to.deep.equal([])
    expect((await react(bo, 'agree')).reply).to.include({ already: true })
    expect((await react(bo, 'seen')).reply.yours).to.deep.equal(['agree', 'seen'])
    expect((await react(bo, 'agree', true)).reply.reactions).to.deep.equal({ agree: 1, seen: 1 })
  })
})
