import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Agent } from '../../support/cast.ts'
import { hours, minutes } from '../../../src/rules/units.ts'
import { hears } from '../../support/hearing.ts'
import { until } from '../../support/until.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesPad, startsThread } from '../../support/made.ts'
import { blocksOf } from '../../support/pads.ts'

// SPEC: threads, pads, tasks start
describe('edit_pad', () => {
  const { server, cast } = withCast()

  const padOf = (text: string, hub = cast.hub.slug) => makesPad(cast.otto, { hub, text })
  const textOf = async (pad_id: string): Promise<string> => {
    const { text } = await cast.otto.call('open_pad', { pad_id })
    const [own] = text.split('\nsuggestions that wait:')
    return [...(own ?? '').matchAll(/~~~~markdown\n([^]*?)\n~~~~/g)].map(([, fenced]) => fenced).join('\n\n')
  }

  throughEachDoor((door) => {
    // SPEC: edits: whole-text or paragraph
    it('saves a whole text and says where it stands', async () => {
      const pad_id = await padOf('# One\n\nfirst')
      const said = await cast.bensAgent.call(
        'edit_pad',
        { pad_id, base_version: 1, text: '# One\n\nfirst and more' },
        door,
      )
      expect(said.data).to.deep.include({
        pad_id,
        version: 2,
        etag: `pad:${pad_id}:2`,
        status: 'settled',
        url: `${server.url}/p/${pad_id}`,
      })
      expect(said.data['edit']).to.deep.include({
        edit_id: said.data['edit_id'],
        status: 'live',
        base_version: 1,
        version: 2,
        merged: false,
        added_chars: 9,
      })
      expect(said.data['sections'][0]).to.deep.include({ rev: 2, status: 'settled' })
      expect(said.data['allowance']).to.include({ per: 'hour' })
      expect(JSON.stringify(said.data)).to.not.contain('null')
    })

    // SPEC: edits: whole-text or paragraph
    it('keeps two edits of different words, and refuses the same word twice with the words that stand', async () => {
      const pad_id = await padOf('one two three\n\nfour')
      const [block, other] = await blocksOf(cast.otto, pad_id)
      const edit = (text: string) => ({ block: block?.id, rev: 1, text })
      const [first, second] = await Promise.all([
        cast.otto.call('edit_pad', { pad_id, edits: [edit('ONE two three')] }, door),
        cast.bensAgent.call('edit_pad', { pad_id, edits: [edit('one two THREE')] }, door),
      ])
      expect([first.ok, second.ok]).to.deep.equal([true, true])
      expect(await textOf(pad_id)).to.equal('ONE two THREE\n\nfour')

      const refused = await cast.cleosAgent.call(
        'edit_pad',
        { pad_id, edits: [{ block: other?.id, rev: 1, text: 'five' }, edit('eins two three')] },
        door,
      )
      expect(refused.error).to.deep.include({
        error: 'conflict',
        reason: 'merge',
        conflicts: [{ block: block?.id, your_rev: 1, current_rev: 3, kind: 'changed' }],
      })
      expect(refused.error).to.not.have.property('current')
      expect(refused.text).to.match(/~~~~markdown\nONE two THREE\n~~~~/)
      expect(await textOf(pad_id)).to.equal('ONE two THREE\n\nfour')
    })

    it('refuses what cannot be meant, before it changes anything', async () => {
      const pad_id = await padOf('one')
      const [block] = await blocksOf(cast.otto, pad_id)
      const edits = [{ block: block?.id, rev: 1, text: 'x', find: 'nowhere' }]
      const cases: [object, string][] = [
        [{ pad_id }, 'nothing_to_do'],
        [{ pad_id, text: 'two' }, 'needs_base_version'],
        [{ pad_id, text: 'two', base_version: 1, edits }, 'text_and_edits'],
        [{ pad_id, text: 'two', base_version: 7 }, 'version'],
        [{ pad_id, text: 'one', base_version: 1 }, 'nothing_to_do'],
        [{ pad_id, edits }, 'find_not_unique'],
        [{ pad_id, edits: [{ block: 'nothex', rev: 1, text: '' }] }, 'schema'],
        [{ text: 'two', base_version: 1 }, 'schema'],
        [{ pad_id, review: { outcome: 'accept' } }, 'one_of'],
        [{ answer_id: 'msg_00000000000000000000000000' }, 'one_of'],
      ]
      for (const [args, reason] of cases) {
        const { error } = await cast.otto.call('edit_pad', args, door)
        expect(error, JSON.stringify(args)).to.include({ error: 'invalid', reason })
      }
      expect(await textOf(pad_id)).to.equal('one')
    })

    it('takes 60,000 characters and not one more', async () => {
      const pad_id = await padOf('')
      const long = await cast.otto.call('edit_pad', { pad_id, base_version: 1, text: 'ö'.repeat(60_001) }, door)
      expect(long.error).to.include({ error: 'too_large', reason: 'pad', limit: 60_000 })
      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'ö'.repeat(60_000) }, door)
      const over = await cast.otto.call('edit_pad', { pad_id, inserts: [{ after: 'start', text: 'x' }] }, door)
      expect(over.error).to.include({ error: 'too_large', reason: 'pad', size: 60_002 })
    })

    it('takes a thousand sections and not one more, and says which bound that is', async () => {
      const pad_id = await padOf('')
      const headings = (count: number): string => Array.from({ length: count }, (_, n) => `# H${n}`).join('\n\n')
      const many = await cast.otto.call('edit_pad', { pad_id, base_version: 1, text: headings(1_001) }, door)
      expect(many.error).to.include({ error: 'too_large', reason: 'pad', limit: 1_000, size: 1_001 })
      expect(many.error?.message).to.contain('sections')
      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: headings(1_000) }, door)
      const made = await cast.otto.call('create_pad', { hub: cast.hub.slug, title: 'M', text: headings(1_001) }, door)
      expect(made.error).to.include({ error: 'too_large', limit: 1_000 })
    })

    it('says the same of a private pad and of none, and needs_seat in a public hub', async () => {
      const hub = (await cast.otto.does('create_hub', { title: 'Hidden' }))['slug']
      const pad_id = await padOf('one', hub)
      const missing = pad_id.slice(0, -4) + (pad_id.endsWith('0000') ? '1111' : '0000')
      const [one, other] = await Promise.all(
        [pad_id, missing].map((id) =>
          cast.bensAgent.call('edit_pad', { pad_id: id, base_version: 1, text: 'x' }, door),
        ),
      )
      expect(one?.error).to.include({ error: 'not_found', reason: 'unreadable' })
      expect(other?.error).to.deep.equal(one?.error)
      const open = await cast.stranger.refused(
        'edit_pad',
        { pad_id: await padOf('one'), base_version: 1, text: 'x' },
        door,
      )
      expect(open).to.equal('forbidden/needs_seat')
    })

    it('says of a dry run that marks an answer what would be, and marks none', async () => {
      const thread_id = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Rye', body: 'How much?' })
      const { post_id: answer_id } = await cast.otto.does('post_reply', { thread_id, body: 'A pound.' }, door)
      const marks = { resolves_thread: thread_id, answer_id }
      const dry = await cast.otto.call('edit_pad', { ...marks, dry_run: true }, door)
      expect(dry.text).to.contain(`Thread ${thread_id} would be answered`)
      expect(await cast.otto.does('open_thread', { thread_id }, door)).to.include({ status: 'open' })
      const marked = await cast.otto.call('edit_pad', marks, door)
      expect(marked.text).to.contain(`Thread ${thread_id} is answered`)
    })

    it('reports on a dry run and counts nothing', async () => {
      const pad_id = await padOf('one')
      const said = await cast.otto.call('edit_pad', { pad_id, base_version: 1, text: 'one two', dry_run: true }, door)
      expect(said.data).to.include({ dry_run: true, version: 1 })
      expect(said.data).to.not.have.any.keys('allowance', 'edit_id')
      expect(await textOf(pad_id)).to.equal('one')
    })
  })

  it('loses nothing of 50 edits at once', async () => {
    const words = Array.from({ length: 50 }, (_, n) => `w${n}`)
    const pad_id = await padOf(words.join(' '))
    const [block] = await blocksOf(cast.otto, pad_id)
    const agents = [cast.otto, cast.bensAgent, cast.cleosAgent]
    const all = await Promise.all(
      words.map((word, n) =>
        (agents[n % 3] as Agent).call('edit_pad', {
          pad_id,
          edits: [
            {
              block: block?.id,
              rev: 1,
              find: `${word}${n === 49 ? '' : ' '}`,
              text: `${word}-done${n === 49 ? '' : ' '}`,
            },
          ],
        }),
      ),
    )
    expect(all.filter(({ ok }) => !ok).map(({ error }) => error)).to.deep.equal([])
    expect(await textOf(pad_id)).to.equal(words.map((word) => `${word}-done`).join(' '))
    expect((await cast.otto.does('open_pad', { pad_id, outline: true }))['version']).to.equal(51)
  })

  it('gives one conflict and one winner where the same word is edited at once', async () => {
    const pad_id = await padOf('colour: blue')
    const [block] = await blocksOf(cast.otto, pad_id)
    const all = await Promise.all(
      ['red', 'green'].map((colour, n) =>
        (n === 0 ? cast.otto : cast.bensAgent).call('edit_pad', {
          pad_id,
          edits: [{ block: block?.id, rev: 1, text: `colour: ${colour}` }],
        }),
      ),
    )
    expect(all.filter(({ ok }) => ok)).to.have.length(1)
    expect(all.find(({ ok }) => !ok)?.error).to.include({ error: 'conflict', reason: 'merge' })
    expect(await textOf(pad_id)).to.match(/^colour: (red|green)$/)
  })

  it('replays an idempotency key, and makes no second edit', async () => {
    const pad_id = await padOf('one')
    const args = { pad_id, inserts: [{ after: 'start', text: 'top' }], idempotency_key: 'the same insert' }
    const first = await cast.otto.does('edit_pad', args)
    const again = await cast.otto.does('edit_pad', args)
    expect(again).to.include({ replayed: true, edit_id: first['edit_id'], version: 2 })
    expect(await textOf(pad_id)).to.equal('top\n\none')
  })

  // SPEC: edits: whole-text or paragraph
  it('names the paragraphs that it wrote, in text and fields, as the next edit of them takes them', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Written', text: 'one' })
    const inserted = await cast.otto.call('edit_pad', { pad_id, inserts: [{ after: 'start', text: 'two' }] })
    const [{ block, rev }] = inserted.data['blocks']
    expect(inserted.text).to.include(`${block} rev ${rev}`)
    const changed = await cast.otto.does('edit_pad', { pad_id, edits: [{ block, rev, text: 'three' }] })
    expect(changed['blocks']).to.deep.equal([{ block, rev: rev + 1 }])
    const tried = await cast.otto.does('edit_pad', {
      pad_id,
      edits: [{ block, rev: rev + 1, text: 'four' }],
      dry_run: true,
    })
    expect(tried).not.to.have.property('blocks')
  })

  it('takes 200 edits and 200 inserts in one call, and not one more', async () => {
    const pad_id = await padOf(Array.from({ length: 201 }, (_, n) => `paragraph ${n}`).join('\n\n'))
    const blocks = await blocksOf(cast.otto, pad_id)
    const edits = blocks.map(({ id, rev }, n) => ({ block: id, rev, text: `changed ${n}` }))
    const inserts = blocks.map(({ id }, n) => ({ after: id, text: `new ${n}` }))
    for (const many of [{ edits }, { inserts }]) {
      const { error } = await cast.otto.call('edit_pad', { pad_id, ...many })
      expect(error).to.include({ error: 'invalid', reason: 'schema' })
    }
    const said = await cast.otto.does('edit_pad', { pad_id, edits: edits.slice(1), inserts: inserts.slice(1) })
    expect(said).to.include({ version: 2 })
    const text = await textOf(pad_id)
    expect(text.startsWith('paragraph 0\n\nchanged 1\n\nnew 1\n\nchanged 2')).to.equal(true)
  })

  it('saves 3,000,000 characters a day for one participant, and not one more', async () => {
    const hub = (await cast.otto.does('create_hub', { title: 'Large' }))['slug']
    const writer = await cast.ada.agent('Writer')
    await server.sql`insert into seat select id, ${writer.id}, 'member', 'hum_x', now() from hub where slug = ${hub}`
    const { pad_id } = await writer.does('create_pad', { hub, title: 'Large', text: 'a'.repeat(60_000) })
    const save = (n: number) =>
      writer.call('edit_pad', { pad_id, base_version: n, text: String.fromCharCode(97 + (n % 26)).repeat(60_000) })
    for (let n = 1; n < 50; n++) {
      if (n % 20 === 0) await server.advance(minutes(1))
      expect((await save(n)).error, `${n}`).to.equal(undefined)
    }
    const { error } = await writer.call('edit_pad', { pad_id, inserts: [{ after: 'start', text: 'x' }] })
    expect(error).to.include({ error: 'rate_limited', reason: 'pad_chars' })
    expect(error?.['retry_after_seconds']).to.be.within(hours(23) / 1_000, hours(24) / 1_000)
    await server.advance(hours(24))
    expect((await writer.call('edit_pad', { pad_id, base_version: 50, text: 'short' })).ok).to.equal(true)
  }).timeout(60_000)

  it('lets 60 edits of agents a minute into one pad', async () => {
    const hub = (await cast.otto.does('create_hub', { title: 'Pace' }))['slug']
    const pad_id = await padOf('one', hub)
    await server.advance(120_000)
    const agents = await Promise.all([cast.ada.agent('P1'), cast.ada.agent('P2')])
    for (const agent of agents)
      await server.sql`insert into seat select id, ${agent.id}, 'member', 'hum_x', now() from hub where slug = ${hub}`
    const insert = (n: number) =>
      (agents[n % 2] as Agent).call('edit_pad', { pad_id, inserts: [{ after: 'start', text: `n${n}` }] })
    const all = await Promise.all(Array.from({ length: 61 }, (_, n) => insert(n)))
    const refused = all.filter(({ ok }) => !ok)
    expect(refused).to.have.length(1)
    expect(refused[0]?.error).to.include({ error: 'rate_limited', reason: 'pad_edits' })
    expect(refused[0]?.error?.['retry_after_seconds']).to.be.within(1, 60)
  })

  describe('suggesting, deciding, answering', () => {
    // SPEC: a proposal ( propose
    it('stores a suggestion, tells owner and helpers, and puts it in when accepted', async () => {
      const pad_id = await padOf('one two three')
      const said = await cast.cleosAgent.does('edit_pad', {
        pad_id,
        base_version: 1,
        text: 'one 2 three',
        propose: true,
        note: 'shorter',
      })
      expect(said).to.include({ version: 1 })
      expect(said['edit']).to.include({ status: 'proposed', base_version: 1 })
      expect(await textOf(pad_id)).to.equal('one two three')
      const { suggestions } = await cast.otto.does('open_pad', { pad_id })
      expect(suggestions.map(({ edit_id }: any) => edit_id)).to.deep.equal([said['edit_id']])

      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'one two three four' })
      const own = await cast.stranger.refused('edit_pad', { review: { edit_id: said['edit_id'], outcome: 'accept' } })
      expect(own).to.equal('forbidden/needs_seat')
      const accepted = await cast.bensAgent.does('edit_pad', {
        review: { edit_id: said['edit_id'], outcome: 'accept' },
      })
      expect(accepted['reviewed']).to.deep.equal({ edit_id: said['edit_id'], outcome: 'accepted', version: 3 })
      expect(await textOf(pad_id)).to.equal('one 2 three four')
      const again = await cast.bensAgent.refused('edit_pad', {
        review: { edit_id: said['edit_id'], outcome: 'turn_down' },
      })
      expect(again).to.equal('conflict/already_answered')

      await cast.bensAgent.does('undo_edit', { edit_id: said['edit_id'] })
      expect(await textOf(pad_id)).to.equal('one two three four')
    })

    it('keeps at most five suggestions of one participant waiting', async () => {
      const pad_id = await padOf('one')
      const suggest = (n: number) =>
        cast.cleosAgent.call('edit_pad', { pad_id, propose: true, inserts: [{ after: 'start', text: `s${n}` }] })
      for (let n = 0; n < 5; n++) expect((await suggest(n)).ok).to.equal(true)
      expect((await suggest(5)).error).to.include({ error: 'rate_limited', reason: 'suggestions' })
      const [first] = (await cast.cleosAgent.does('open_pad', { pad_id, outline: true }))['suggestions']
      await cast.cleosAgent.does('edit_pad', { review: { edit_id: first.edit_id, outcome: 'withdraw' } })
      expect((await suggest(6)).ok).to.equal(true)
    })

    it('takes only suggestions from members of a Checked hub', async () => {
      const pad_id = await padOf('one two three four five six seven eight')
      await server.sql`update hub set mode = 'checked' where slug = ${cast.hub.slug}`
      const live = await cast.cleosAgent.call('edit_pad', { pad_id, base_version: 1, text: 'two' })
      expect(live.error).to.include({ error: 'forbidden', reason: 'suggestions_only' })
      expect(live.error?.['yourCapabilities']).to.include('propose').and.not.include('edit')
      const small = await cast.cleosAgent.does('edit_pad', {
        pad_id,
        propose: true,
        base_version: 1,
        text: 'one two three four five six seven 8',
      })
      expect(small['edit']).to.include({ small: true })
      expect(small['edit'].goes_in_at).to.be.a('string')
      const own = await cast.cleosAgent.call('edit_pad', { review: { edit_id: small['edit_id'], outcome: 'accept' } })
      expect(own.error).to.include({ error: 'forbidden' })
      await server.sql`update hub set mode = 'open' where slug = ${cast.hub.slug}`
    })

    it('counts as progress on a task of the editor’s, live, suggested or decided, and on nobody else’s', async () => {
      const pad_id = await padOf('# One\n\nfirst')
      const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Work', body: 'To do' })
      const { task_id } = await cast.otto.does('create_task', { thread_id, title: 'Write' })
      await cast.cleosAgent.does('update_task', { task_id, action: 'take' })
      const progressAt = async (): Promise<number> => {
        const [row] = await server.sql`select last_progress_at as at, idle_at from task where id = ${task_id}`
        expect(row?.['idle_at'] - row?.['at']).to.equal(hours(48))
        return row?.['at'].getTime()
      }
      for (const more of [{ title: 'Live' }, { title: 'Suggested', propose: true }, { decision: { text: 'Yes' } }]) {
        const before = await progressAt()
        await server.advance(minutes(1))
        await cast.cleosAgent.does('edit_pad', { pad_id, task_id, ...more })
        await until(async () => (await progressAt()) >= before + minutes(1), 'progress')
      }
      const last = await progressAt()
      await server.advance(minutes(1))
      await cast.bensAgent.does('edit_pad', { pad_id, task_id, title: 'Not theirs' })
      await cast.cleosAgent.does('edit_pad', { pad_id, task_id, title: 'Dry', dry_run: true })
      await cast.cleosAgent.does('edit_pad', { pad_id, title: 'Names no task' })
      expect(await progressAt()).to.equal(last)
    })

    // SPEC: a decision is recorded
    it('records decisions at once for whoever edits there, and supersedes', async () => {
      const pad_id = await padOf('# Bread\n\nrye')
      const [{ section_id }] = (await cast.otto.does('open_pad', { pad_id, outline: true }))['sections']
      const first = await cast.cleosAgent.does('edit_pad', {
        pad_id,
        decision: { text: 'We bake rye.', section_id, options: ['rye', 'wheat'] },
      })
      expect(first['decision']).to.include({ status: 'decided' })
      const second = await cast.otto.does('edit_pad', {
        pad_id,
        base_version: 1,
        text: '# Bread\n\nwheat',
        decision: { text: 'We bake wheat.', supersedes: first['decision'].decision_id },
      })
      expect(second).to.include({ version: 2 })
      const { decisions } = await cast.otto.does('open_pad', { pad_id })
      expect(decisions.map(({ status }: any) => status)).to.have.members(['decided', 'superseded'])
      const wrong = await cast.otto.refused('edit_pad', { pad_id, decision: { text: 'x', section_id: '00000000' } })
      expect(wrong).to.equal('invalid/unknown_section')
    })

    it('marks what answers a thread, with a change of the pad or alone', async () => {
      const pad_id = await padOf('# Bread\n\nrye')
      const { thread_id, post_id } = await cast.cleosAgent.does('start_thread', {
        hub: cast.hub.slug,
        title: 'Which?',
        body: 'Rye?',
      })
      const refused = await cast.stranger.call('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
      expect(refused.error).to.include({ error: 'forbidden' })
      const marked = await cast.otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
      expect(marked['thread']).to.deep.include({ thread_id, status: 'answered', answer: post_id, version: '2' })
      const off = await cast.otto.does('edit_pad', { resolves_thread: thread_id, unmark: true })
      expect(off['thread']).to.include({ status: 'open' })
      const whole = {
        pad_id,
        base_version: 1,
        text: '# Bread\n\nwheat',
        resolves_thread: thread_id,
        answer_id: post_id,
      }
      const answered = { thread_id, status: 'answered', answer: post_id }
      const stamped = (version: number) => ({ version: `${version}`, etag: `thread:${thread_id}:${version}` })
      const dry = await cast.otto.does('edit_pad', { ...whole, dry_run: true })
      expect(dry['thread']).to.deep.equal({ ...answered, ...stamped(3) })
      const both = await cast.otto.does('edit_pad', whole)
      expect(both['thread']).to.deep.equal({ ...answered, ...stamped(4) })
      expect(await cast.otto.does('open_thread', { thread_id })).to.include(stamped(4))
      const again = { ...whole, base_version: 2, text: '# Bread\n\nspelt' }
      expect((await cast.otto.does('edit_pad', again))['thread'], 'marked before').to.deep.include(stamped(4))
    })

    it('tells again what a host of the release before answered, which gave the thread no version', async () => {
      const pad_id = await padOf('one')
      const { thread_id, post_id } = await cast.otto.does('start_thread', {
        hub: cast.hub.slug,
        title: 'Oats?',
        body: 'Rolled, or cut?',
      })
      const marks = { resolves_thread: thread_id, answer_id: post_id, idempotency_key: randomUUID() }
      const whole = { pad_id, base_version: 1, text: 'two', ...marks }
      expect((await cast.otto.does('edit_pad', whole))['thread']).to.include.keys('version', 'etag')
      const [stored] = await server.sql<{ id: string; result: string }[]>`
        select message.id, result::text from message join idem on idem.message = message.id
        where result::text like ${`%"thread_id":"${thread_id}"%`} and result::text like '%edit_id%'`
      const { id, result } = stored!
      const without = result.replace(/("thread":{[^}]*),"version":\d+/, '$1')
      expect(without).not.to.equal(result)
      await server.sql`update message set result = ${without}::text::json where id = ${id}`
      const again = await cast.otto.does('edit_pad', whole)
      expect(again['replayed']).to.equal(true)
      expect(again['thread']).to.deep.equal({ thread_id, status: 'answered', answer: post_id })
    })

    it('refuses an answer that is no post of that thread, and with it the change', async () => {
      const pad_id = await padOf('one')
      const start = (title: string) => cast.cleosAgent.does('start_thread', { hub: cast.hub.slug, title, body: title })
      const [asked, other] = [await start('Which?'), await start('What else?')]
      const call = { pad_id, base_version: 1, text: 'two', resolves_thread: asked['thread_id'] }
      const { error } = await cast.otto.call('edit_pad', { ...call, answer_id: other['post_id'] })
      expect(error).to.include({ error: 'invalid', reason: 'target' })
      expect(await textOf(pad_id)).to.equal('one')
      expect(await cast.otto.refused('edit_pad', call)).to.equal('invalid/one_of')
      await cast.otto.does('edit_pad', { ...call, answer_id: asked['post_id'] })
      const answered = async () => (await cast.otto.does('open_thread', { thread_id: asked['thread_id'] }))['status']
      await until(async () => (await answered()) === 'answered', 'the answer is marked')
    })

    it('keeps at most 20 suggestions of all waiting, and goes on taking edits', async () => {
      const pad_id = await padOf('one')
      const suggest = (who: Agent, n: number) =>
        who.call('edit_pad', { pad_id, propose: true, inserts: [{ after: 'start', text: `s${n}` }] })
      const crowd = await Promise.all([1, 2].map((n) => cast.ada.agent(`Crowd ${n}`)))
      for (const agent of crowd) await agent.does('join_hub', { hub: cast.hub.slug })
      await server.advance(minutes(1))
      for (const who of [cast.cleosAgent, cast.bensAgent, ...crowd])
        for (let n = 0; n < 5; n++) expect((await suggest(who, n)).ok).to.equal(true)
      const refused = await suggest(cast.otto, 0)
      expect(refused.error).to.include({ error: 'rate_limited', reason: 'suggestions', retry_after_seconds: 3_600 })
      expect((await cast.otto.does('open_pad', { pad_id }))['suggestions']).to.have.length(20)
      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'two' })
    })

    it('does not put in a suggestion whose words others changed since, and puts in the rest of what stands', async () => {
      const pad_id = await padOf('one two three')
      const suggest = async (text: string) =>
        (await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text, propose: true }))['edit_id']
      const [meets, fits] = [await suggest('one 2 three'), await suggest('one two 3')]
      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'one zwei three' })
      const accept = (edit_id: string, more: object = {}) =>
        cast.bensAgent.call('edit_pad', { review: { edit_id, outcome: 'accept' }, ...more })
      for (const more of [{ dry_run: true }, {}]) {
        const refused = await accept(meets, more)
        expect(refused.error).to.include({ error: 'conflict', reason: 'merge' })
        expect(refused.error?.['conflicts']).to.have.length(1)
        expect(refused.text).to.contain('one zwei three')
      }
      const dry = await accept(fits, { dry_run: true })
      expect(dry.text).to.contain(`${fits} would be accepted`)
      expect(dry.data).to.deep.include({ dry_run: true, version: 2, reviewed: { edit_id: fits, outcome: 'accepted' } })
      expect(dry.data).to.not.have.any.keys('edit_id', 'edit', 'allowance')
      expect((await accept(fits)).data['reviewed']).to.include({ version: 3 })
      expect(await textOf(pad_id)).to.equal('one zwei 3')
      const { suggestions } = await cast.otto.does('open_pad', { pad_id })
      expect(suggestions.map(({ edit_id }: any) => edit_id)).to.deep.equal([meets])
    })

    it('reaches its author with the note of whoever answered it or took it back, quoted in the text alone', async () => {
      const pad_id = await padOf('one')
      const suggest = async (title: string) =>
        (await cast.cleosAgent.does('edit_pad', { pad_id, title, propose: true }))['edit_id']
      const heard = async (kind: string, edit_id: string, note: string): Promise<void> => {
        const { seq } = await hears(cast.cleosAgent, kind, { edit_id })
        const { text, data } = await cast.cleosAgent.call('show_svc', { after: (seq as number) - 1, limit: 1 })
        expect(text).to.contain(`~~~~markdown\n${note}\n~~~~`)
        expect(JSON.stringify(data)).to.not.contain(note)
      }
      const answers = { accept: 'ZEBRA accepted', turn_down: 'ZEBRA turned down' }
      for (const [outcome, note] of Object.entries(answers)) {
        const edit_id = await suggest(outcome)
        await cast.otto.does('edit_pad', { review: { edit_id, outcome, note } })
        await heard('edit_answered', edit_id, note)
      }
      const { edit_id } = await cast.cleosAgent.does('edit_pad', { pad_id, title: 'Live' })
      await cast.otto.does('undo_edit', { edit_id, note: 'ZEBRA taken back' })
      await heard('edit_undone', edit_id, 'ZEBRA taken back')
    })

    it('is withdrawn by its author only, and answered by nobody after that', async () => {
      const pad_id = await padOf('one')
      const { edit_id } = await cast.cleosAgent.does('edit_pad', {
        pad_id,
        base_version: 1,
        text: 'two',
        propose: true,
      })
      const answer = (who: Agent, outcome: string) => who.call('edit_pad', { review: { edit_id, outcome } })
      expect((await answer(cast.otto, 'withdraw')).error).to.include({ error: 'forbidden', reason: 'not_yours' })
      expect((await answer(cast.cleosAgent, 'withdraw')).data['reviewed']).to.deep.equal({
        edit_id,
        outcome: 'withdrawn',
      })
      for (const outcome of ['accept', 'turn_down'])
        expect((await answer(cast.otto, outcome)).error).to.include({ reason: 'already_answered', state: 'withdrawn' })
    })

    it('says of a dry run what would conflict, what would be suggested and where it would go in', async () => {
      const pad_id = await padOf('one two three')
      await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'one 2 three' })
      const conflict = await cast.bensAgent.refused('edit_pad', {
        pad_id,
        base_version: 1,
        text: 'one II three',
        dry_run: true,
      })
      expect(conflict).to.equal('conflict/merge')
      const merges = await cast.bensAgent.does('edit_pad', {
        pad_id,
        base_version: 1,
        text: 'one two 3',
        dry_run: true,
      })
      expect(merges['edit']).to.include({ status: 'live', merged: true }).and.not.have.any.keys('edit_id', 'version')
      const proposed = await cast.bensAgent.does('edit_pad', { pad_id, title: 'Other', propose: true, dry_run: true })
      expect(proposed['edit']).to.include({ status: 'proposed' }).and.not.have.any.keys('edit_id', 'version')
      expect(await cast.otto.does('open_pad', { pad_id }))
        .to.include({ version: 2 })
        .and.not.have.property('suggestions')
    })

    it('settles a flag when a suggestion that touches its section is accepted', async () => {
      const pad_id = await padOf('# Bread\n\nrye is white')
      const [{ section_id }] = (await cast.otto.does('open_pad', { pad_id, outline: true }))['sections']
      const flagged = await cast.cleosAgent.does('start_thread', {
        pad_id,
        anchor_block: section_id,
        flag_wrong: true,
        source: 'https://example.com/rye',
        title: 'Wrong',
        body: 'Rye is dark.',
      })
      expect((await cast.otto.does('open_pad', { pad_id, outline: true }))['status']).to.equal('disputed')
      const { edit_id } = await cast.cleosAgent.does('edit_pad', {
        pad_id,
        propose: true,
        base_version: 1,
        text: '# Bread\n\nrye is dark',
      })
      await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
      const dispute = async (): Promise<string> =>
        (await cast.otto.does('open_thread', { thread_id: flagged['thread_id'] }))['dispute']
      await until(async () => (await dispute()) === 'settled', 'the dispute is settled')
    })
  })
})
