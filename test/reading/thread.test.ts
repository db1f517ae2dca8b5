import { expect } from 'chai'
import { thread } from '../../actors/thread/index.ts'
import type { Sql } from '../../sql/client.ts'
import { canReadThread } from '../../sql/reads/may_read/readable_place.ts'
import { openReach } from '../../src/reading/account/reach.ts'
import { openThreads, type Threads } from '../../src/reading/thread/thread.ts'
import { openThreadVersions, type ThreadVersions } from '../../src/reading/thread/thread_version.ts'
import { type Caller, type Reader, readerFor, signedOut } from '../../src/rules/caller.ts'
import { mint } from '../../src/rules/ids.ts'
import { days } from '../../src/rules/units.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { deskOf } from '../support/desk.ts'
import { type Place, placeIn, then } from '../support/place.ts'
import { freshDatabase } from '../support/stores.ts'

describe('reading a thread', () => {
  let sql: Sql
  let threads: Threads
  let versions: ThreadVersions
  before(async () => {
    ;({ sql } = await freshDatabase())
    threads = openThreads({ sql, reach: openReach(sql) })
    versions = openThreadVersions(sql)
  })

  const said = { named: [], links: 0 }
  const start = async (place: Place, by: Caller) => {
    const thread_id = mint('thread', then)
    const args = { by, thread_id, post_id: mint('post', then), hub_id: place.hub_id, said }
    const words = { title: untrusted('A thread'), body: untrusted('Hello.') }
    const switches = { accepts_guests: false, flag_wrong: false, public_on: true }
    await deskOf(sql, thread).ask(thread_id, 'start', { ...args, ...words, ...switches }, then)
    return thread_id
  }
  const post = async (id: string, by: Caller, more: object = {}, body = 'A post.') => {
    const args = {
      by,
      post_id: mint('post', then),
      body: untrusted(body),
      said,
      public_on: true,
      paced: false,
      ...more,
    }
    return (await deskOf(sql, thread).ask(id, 'post', args, then)).reply
  }
  const read = (by: Reader | Caller, id: string, range: object = {}, posts = 60) =>
    threads.read('publicOn' in by ? by : readerFor(by, true), { id, posts, ...range }, then)

  it('shows the newest posts, and those before and after a seq, oldest first', async () => {
    const place = await placeIn(sql)
    const ana = await place.someone('human', { seat: 'member' })
    const id = await start(place, ana)
    for (let n = 2; n <= 9; n++) await post(id, ana)
    const seqs = async (range: object, posts: number) => {
      const { page } = (await read(ana, id, range, posts))!
      return [page.posts.map(({ seq }) => seq), page.has_older, page.has_newer]
    }
    expect(await seqs({}, 3)).to.deep.equal([[7, 8, 9], true, false])
    expect(await seqs({ before: 7 }, 3)).to.deep.equal([[4, 5, 6], true, true])
    expect(await seqs({ before: 3 }, 3)).to.deep.equal([[1, 2], false, true])
    expect(await seqs({ after: 2 }, 3)).to.deep.equal([[3, 4, 5], true, true])
    expect(await seqs({ after: 9 }, 3)).to.deep.equal([[], true, false])
    expect(await seqs({}, 60)).to.deep.equal([[1, 2, 3, 4, 5, 6, 7, 8, 9], false, false])
  })

  it('shows who wrote, what was quoted and answered, reactions, and no words of what is gone', async () => {
    const place = await placeIn(sql)
    const ana = await place.someone('human', { seat: 'owner', name: 'Ana' })
    const bot = await place.someone('agent', { seat: 'member', of: ana.id, name: 'Bot' })
    const id = await start(place, ana)
    const one = await post(id, bot, {}, 'Flour, water, salt.')
    const two = await post(id, ana, { reply_to: one.post_id, quote: { post_id: one.post_id, text: 'water' } })
    const desk = deskOf(sql, thread)
    await desk.ask(
      id,
      'react',
      { by: ana, post_id: one.post_id, reaction: 'agree', remove: false, public_on: true },
      then,
    )
    const { page } = (await read(ana, id))!
    expect(page.posts[1]).to.deep.include({ reactions: { agree: 1 }, body: 'Flour, water, salt.', seq: 2 })
    expect(page.posts[1]?.author).to.deep.include({ id: bot.id, kind: 'agent', name: 'Bot' })
    expect(page.posts[1]?.author.human).to.deep.include({ id: ana.id, handle: ana.handle })
    expect(page.posts[2]).to.deep.include({ reply_to: one.post_id, quote: { of: one.post_id, text: 'water' } })

    await desk.ask(id, 'delete_post', { by: bot, post_id: one.post_id, public_on: true }, then)
    await sql`insert into fold values (${two.post_id}, 'hide', 'spam', ${ana.id}, ${new Date(then)})`
    const later = (await read(ana, id))!.page.posts
    expect(later[1]).to.include({ deleted: true }).and.not.have.property('body')
    expect(later[2]).to.include({ hidden: true }).and.not.have.any.keys('body', 'quote')
  })

  it('answers many readers of one moment with one page, each by their own right', async () => {
    const place = await placeIn(sql)
    const ana = await place.someone('human', { seat: 'owner' })
    const bo = await place.someone('agent', { seat: 'member' })
    const stranger = await place.someone('agent')
    const id = await start(place, ana)
    const [first, second, third, fourth] = await Promise.all([
      read(ana, id),
      read(bo, id),
      read(stranger, id),
      read(signedOut(true), id),
    ])
    expect(first?.page).to.equal(second?.page)
    expect(first?.seats.hub_seat).to.equal('owner')
    expect(second?.seats.hub_seat).to.equal('member')
    expect([third, fourth]).to.deep.equal([undefined, undefined])
  })

  it('is seen by the same people through the rule, through the statement, and by all who ask in one moment', async () => {
    let seen = 0
    for (const audience of ['public', 'private'] as const) {
      const place = await placeIn(sql, { audience })
      const owner = await place.someone('human', { seat: 'owner' })
      const shown = await start(place, owner)
      const hidden = await start(place, owner)
      await sql`insert into fold values (${hidden}, 'hide', 'spam', ${owner.id}, ${new Date(then)})`
      const inThread = await place.someone('agent')
      for (const id of [shown, hidden]) await place.give(inThread.id, 'member', id)
      const parent = await place.someone('agent', { seat: 'member' })
      const limited = { threads: [hidden], pads: [], rights: [] }
      const callers = [
        owner,
        await place.someone('human', { seat: 'helper' }),
        await place.someone('agent', { seat: 'member' }),
        inThread,
        await place.someone('agent'),
        { ...(await place.someone('agent')), parent_id: parent.id, limited_to: limited },
        { ...(await place.someone('agent')), parent_id: parent.id, limited_to: { ...limited, threads: [shown] } },
      ]
      const asking = [true, false].flatMap((publicOn) =>
        [...callers.map((caller) => readerFor(caller, publicOn)), signedOut(publicOn)].flatMap((reader) =>
          [shown, hidden].map((id) => ({ reader, id })),
        ),
      )
      const together = await Promise.allSettled(asking.map(({ reader, id }) => versions.for(reader, id)))
      for (const [n, { reader, id }] of asking.entries()) {
        const byRule = (await read(reader, id)) !== undefined
        const why = JSON.stringify({ audience, reader, hidden: id === hidden })
        expect(byRule, why).to.equal(await canReadThread(sql, reader, id))
        const version = together[n]
        expect(version?.status, why).to.equal(byRule ? 'fulfilled' : 'rejected')
        if (version?.status === 'fulfilled') expect(version.value).to.deep.equal({ version: 1, last_seq: 1 })
        else expect(version?.reason).to.include({ code: 'not_found', reason: 'unreadable' })
        if (byRule) seen++
      }
    }
    expect(seen).to.equal(30)
  })

  it('knows whose links stay links: verified accounts of a day or ten posts', async () => {
    const place = await placeIn(sql)
    const ana = await place.someone('human', { seat: 'owner' })
    const bot = await place.someone('agent', { seat: 'member', of: ana.id, verified: false })
    const bo = await place.someone('agent', { seat: 'member', verified: false })
    const id = await start(place, ana)
    for (const by of [bot, bo]) await post(id, by)
    const reach = async (at: number) => {
      const asked = { id, posts: 60, reach: true }
      const { page } = (await threads.read(readerFor(ana, true), asked, at))!
      return page.posts.map(({ author }) => author.reach)
    }
    expect(await reach(then)).to.deep.equal([false, false, false])
    expect(await reach(then + days(1))).to.deep.equal([true, true, false])
    for (let n = 0; n < 8; n++) await post(id, bot)
    expect((await reach(then + 60_000)).slice(0, 3)).to.deep.equal([true, true, false])
    await sql`insert into fold select id, 'fold', 'promotion', null, ${new Date(then)} from post
      where thread_id = ${id} and seq = 2`
    expect((await reach(then + 120_000)).slice(0, 3)).to.deep.equal([false, false, false])
  })

  it('lists members, the keepers first, those of the hub and those of the thread', async () => {
    const place = await placeIn(sql)
    const ana = await place.someone('human', { seat: 'owner' })
    const bo = await place.someone('agent', { seat: 'member' })
    const guest = await place.someone('agent')
    const id = await start(place, ana)
    await place.give(guest.id, 'member', id)
    await place.give(bo.id, 'member', id)
    const { page } = (await read(guest, id, { members: 50 }))!
    expect(page.members_count).to.equal(3)
    expect(page.members?.map(({ person, seat }) => [person.id, seat])[0]).to.deep.equal([ana.id, 'owner'])
    expect(page.members).to.have.length(3)
  })
})
