import { expect } from 'chai'
import { expectInert } from '../../render/inert.ts'
import { makePublic, type Person, signIn } from '../../support/cast.ts'
import { decoded, formOf, sentBy, type Wanted } from '../../support/forms.ts'
import { withCast } from '../../support/here.ts'
import { startServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'
import { busy } from '../../../src/rules/errors.ts'
import { reads } from '../../../src/rules/limits.ts'
import { hours } from '../../../src/rules/units.ts'
import { introductionId } from '../../../src/text/section_and_block_ids.ts'

/** A page, and what its first form of an act sends when it stands as it is. */
interface Page {
  readonly status: number
  readonly text: string
  readonly url: string
  form(act: string, more?: Omit<Wanted, 'act'>): Record<string, string>
}

const pageOf = (status: number, text: string, url: string): Page => ({
  status,
  text,
  url,
  form: (act, more) => Object.fromEntries(sentBy(formOf(text, { act, ...more }), more?.button)),
})

describe('a pad in the browser, without a script', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let ada: Person
  let ben: Person
  let cleo: Person
  let stranger: Person
  before(async () => {
    ;({ ada, ben, cleo } = cast)
    stranger = await signIn(server, 'Dora')
    for (const [person, role] of [
      [ada, 'owner'],
      [ben, 'helper'],
      [cleo, 'member'],
    ] as const) {
      await server.sql`insert into seat ${server.sql({
        scope_id: cast.hub.hub_id,
        participant_id: person.id,
        role,
        at: new Date(),
        given_by: person.id,
      })} on conflict do nothing`
    }
  })

  const get = async (path: string, as?: Person): Promise<Page> => {
    const answer = await fetch(server.url + path, {
      redirect: 'manual',
      headers: { Accept: 'text/html', ...(as && { Cookie: as.session }) },
    })
    const text = await answer.text()
    return pageOf(answer.status, answer.status === 302 ? (answer.headers.get('location') ?? '') : text, path)
  }
  const send = async (path: string, as: Person, fields: Record<string, string>): Promise<Page> => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: server.url, Cookie: as.session, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    if (answer.status !== 303) return pageOf(answer.status, await answer.text(), path)
    const url = answer.headers.get('location') ?? ''
    return { ...(await get(url, as)), url }
  }
  it('offers a seat in its hub to those who can take one: nobody can where the server shows nothing in public', async () => {
    const { slug, front_pad } = await cast.otto.does('create_hub', { title: 'Open mill' })
    const { pad_id } = front_pad
    await makePublic(cast.otto, slug)
    await server.seat(pad_id, stranger.id, cast.otto.id)
    const joinable = async (person: Person) => (await person.app('ui_open_pad', { pad_id })).body['view'].joinable
    expect([await joinable(stranger), await joinable(cleo), await joinable(ada)]).to.deep.equal([true, true, undefined])
    const { databaseUrl, redisUrl } = server.parts.config
    const off = await startServer({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SVC_PUBLIC_THREADS: '0' })
    try {
      const there = await fetch(`${off.url}/api/tools/ui_open_pad`, {
        method: 'POST',
        headers: { Cookie: stranger.session, 'x-svc': '1', Origin: off.url },
        body: JSON.stringify({ pad_id }),
      })
      const { view } = (await there.json()) as { view: object }
      expect(view).to.include({ id: pad_id }).and.to.not.have.property('joinable')
    } finally {
      await off.stop()
    }
  })

  const bread = '# Flour\n\nRye, and wheat.\n\n## Hydration\n\nMix at 78 % water. Rest 40 minutes.\n\n## Salt\n\n2 %.'
  const makePad = async (text = bread): Promise<{ id: string; sections: string[] }> => {
    const { pad_id, sections } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'House bread', text })
    return { id: pad_id, sections: sections.map((one: { section_id: string }) => one.section_id) }
  }
  const edited = (id: string, base_version: number, was: string, is: string, by = cast.bensAgent) =>
    by.does('edit_pad', { pad_id: id, base_version, text: bread.replace(was, is), note: 'As tried.' })
  const textOf = async (id: string): Promise<string> =>
    (await (await fetch(`${server.url}/p/${id}.md`)).text()).replace(/^---[^]*?\n---\n|~~~~(markdown)?\n?/g, '')

  it('says of a suggestion which flag its acceptance settles, for good, before it is accepted', async () => {
    const { id, sections } = await makePad()
    const flagged = await cast.cleosAgent.does('start_thread', {
      pad_id: id,
      anchor_block: sections[1],
      flag_wrong: true,
      source: 'https://example.com/mill',
      title: 'Too wet',
      body: 'It runs off the peel.',
    })
    const suggests = (was: string, is: string) =>
      cast.bensAgent.does('edit_pad', { pad_id: id, base_version: 1, propose: true, text: bread.replace(was, is) })
    const { edit_id } = await suggests('78 %', '75 %')
    await suggests('2 %', '1.8 %')
    await server.landed()
    const settles = `Accepting it settles “<a href="/t/${flagged['thread_id']}"><bdi>Too wet</bdi></a>”.`
    for (const path of [`/p/${id}`, '/']) expect((await get(path, ada)).text.split(settles), path).to.have.lengthOf(2)
    expect((await get(`/p/${id}`, stranger)).text).not.to.contain('Accepting it settles')

    await ada.does('ui_answer_edit', { edit_id, outcome: 'accept' })
    const left = async (path: string): Promise<boolean> => (await get(path, ada)).text.includes('Accepting it settles')
    await until(async () => !(await left(`/p/${id}`)) && !(await left('/')), 'the flag is settled')
  })

  it('says of no flag that it is settled where its own author would accept the fix of their agent', async () => {
    const { id, sections } = await makePad()
    const { thread_id } = await cast.bensAgent.does('start_thread', {
      pad_id: id,
      anchor_block: sections[1],
      flag_wrong: true,
      source: 'https://example.com/mill',
      title: 'Too warm',
      body: 'It runs.',
    })
    const text = bread.replace('78 %', '74 %')
    await cast.bensAgent.does('edit_pad', { pad_id: id, base_version: 1, propose: true, text })
    await server.landed()
    const says = async (path: string, who: Person) => {
      const page = (await get(path, who)).text
      expect(page, `${who.name} on ${path}`).to.contain('<ins>74 %</ins>')
      return page.includes(`Accepting it settles “<a href="/t/${thread_id}">`)
    }
    for (const path of [`/p/${id}`, '/']) {
      expect(await says(path, ada), path).to.equal(true)
      expect(await says(path, ben), path).to.equal(false)
    }
  })

  it('reads with one heading of the first level, none left out below, and what may be done there by seat', async () => {
    const { id, sections } = await makePad()
    const page = await get(`/p/${id}`, ada)
    expectInert(page.text)
    expect([...page.text.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))).to.deep.equal([1, 2, 3, 3])
    expect(page.text).to.match(/<h3 id="h-\w+">Hydration<\/h3>\s*<p>Mix at 78 % water/)
    expect(page.text).to.contain(`<a href="#s-${sections[1]}">`).and.contain(`/p/${id}?edit=${sections[1]}`)
    expect(decoded(page.text)).to.contain(`/new?what=thread&hub=${cast.hub.slug}&pad=${id}&section=${sections[1]}`)
    expect(page.text).to.contain('Close it to changes').and.contain('Pin it in the hub')
    expect(page.text, 'who sees it then').to.contain('Hide it from all but owner and helpers')
    const member = await get(`/p/${id}`, cleo)
    expect(member.text).to.contain('>Edit').and.not.contain('Close it to changes').and.not.contain('Pin it in the hub')
    for (const reader of [await get(`/p/${id}`, stranger), await get(`/p/${id}`)]) {
      expect(reader.text).not.to.contain('value="ui_undo_edit"').and.not.to.contain('Record a decision')
    }
    expect((await get(`/p/${id}`)).text).not.to.contain('<form method="post"')
  })

  it('takes who follows a link to an Introduction that is not written yet to the whole pad, as one that nobody removed', async () => {
    const { id } = await makePad()
    const { text } = await get(`/p/${id}?edit=${introductionId(id)}`, ada)
    expect(text).to.contain('Rye, and wheat.').and.not.contain('is not in this pad any more')
    expect((await get(`/p/${id}?edit=deadbeef`, ada)).text).to.contain('is not in this pad any more')
  })

  it('tells one edit of several sections once, beside the first of them, and its undo at each', async () => {
    const { id, sections } = await makePad()
    const page = (await get(`/p/${id}`, ada)).text
    const notes = page.split('<div class="notes">').slice(1, 5)
    // the introduction is empty
    expect(notes.map((note) => / wrote this /.test(note))).to.deep.equal([false, true, false, false])
    const form = (await get(`/p/${id}?edit=${sections[2]}`, ben)).form('ui_edit_pad', { button: 'Save' })
    await send(`/p/${id}?edit=${sections[2]}`, ben, { ...form, text: `${form['text']} Cold.` })
    const after = (await get(`/p/${id}`, ada)).text.split('<div class="notes">').slice(1, 5)
    expect(after.map((note) => / (wrote|changed) this /.test(note))).to.deep.equal([false, true, false, true])
    expect((await get(`/p/${id}`, ada)).text, 'a script writes no "since 1 min ago"').to.match(
      /versions<\/a> since <time datetime="[^"]+" data-since>/,
    )
  })

  it('says at every undo of one edit how many sections go back with it', async () => {
    const { id } = await makePad()
    const form = (await get(`/p/${id}?edit`, ben)).form('ui_edit_pad', { button: 'Save' })
    await send(`/p/${id}?edit`, ben, { ...form, text: String(form['text']).replace(/\n\n(?=#|$)|\s*$/g, ' Cold.$&') })
    const own = (await get(`/p/${id}`, ben)).text
    const changed = Number(/Undo in (\d+) sections/.exec(own)?.[1])
    expect(changed).to.be.above(1)
    const also = `and ${changed - 1} other section${changed === 2 ? '' : 's'}"`
    expect(own.split(also).length - 1, 'beside each of them, and in the history').to.equal(changed + 1)
    expect(own).to.contain('value="your change to ')
    expect((await get(`/p/${id}`, ada)).text)
      .to.contain('value="Ben’s change to ')
      .and.contain(also)
  })

  it('counts a section there that was changed again since', async () => {
    const { id, sections } = await makePad()
    const form = (await get(`/p/${id}?edit`, ben)).form('ui_edit_pad', { button: 'Save' })
    await send(`/p/${id}?edit`, ben, { ...form, text: String(form['text']).replace(/\n\n(?=#|$)|\s*$/g, ' Cold.$&') })
    const before = (await get(`/p/${id}`, ben)).text
    const changed = Number(/Undo in (\d+) sections/.exec(before)?.[1])
    const later = (await get(`/p/${id}?edit=${sections[2]}`, ada)).form('ui_edit_pad', { button: 'Save' })
    await send(`/p/${id}?edit=${sections[2]}`, ada, { ...later, text: `${later['text']} Warm.` })
    const after = (await get(`/p/${id}`, ben)).text
    const also = `value="your change to `
    expect(after.split(also).length).to.equal(before.split(also).length - 1)
    expect(new Set([...after.matchAll(/Undo in (\d+) sections/g)].map(([, count]) => Number(count)))).to.deep.equal(
      new Set([changed]),
    )
  })

  it('asks to sign in before the form, and leads who has no seat to the hub', async () => {
    const { id } = await makePad()
    expect((await get(`/p/${id}?edit`)).text).to.contain('/signin?next=')
    expect((await get(`/p/${id}?edit`, stranger)).text)
      .to.contain('Join')
      .and.not.contain('<textarea')
  })

  it('a save that a crowded service does not take comes back with its words and its key, and says what to do', async () => {
    const { id } = await makePad()
    const path = `/p/${id}?edit`
    const form = (await get(path, ben)).form('ui_edit_pad', { button: 'Save' })
    const typed = { ...form, text: bread.replace('78 %', '72 %'), note: 'As tried.' }
    const { behind } = server.parts
    const before = { ...behind }
    const crowded = busy('in_flight', 'The service is crowded; nothing was begun.', { retry_after_seconds: 3 })
    let again: Page
    try {
      Object.assign(behind, { refusal: (kind: string) => (kind === 'write' ? crowded : undefined) })
      again = await send(path, ben, typed)
    } finally {
      Object.assign(behind, before)
    }
    expect(again.status).to.equal(503)
    expect(again.text).to.contain('Not saved: svc is busy. Nothing was changed. Try again in 3 seconds.')
    const kept = again.form('ui_edit_pad', { button: 'Save' })
    expect(kept).to.include({ note: 'As tried.', idempotency_key: form['idempotency_key'] })
    expect(kept['text']?.trim()).to.contain('Mix at 72 % water.')
    expect((await send(path, ben, kept)).url).to.match(/^\/p\/pad_\w+#/)
    expect(await textOf(id)).to.contain('Mix at 72 % water.')
  })

  it('offers no seat in the editor to who was removed', async () => {
    const { id } = await makePad()
    const eve = await signIn(server, 'Eve')
    await eve.does('ui_join_hub', { hub: cast.hub.slug })
    expect((await get(`/p/${id}?edit`, eve)).text).to.contain('<textarea')
    await ada.does('ui_moderate', { action: 'remove', hub: cast.hub.slug, target: eve.id })
    const page = await get(`/p/${id}?edit`, eve)
    expect(page.text)
      .to.contain('You were removed here and cannot write.')
      .and.contain('Back to the pad')
      .and.not.contain('value="ui_join_hub"')
  })

  it('saves all of it, and comes back to the pad', async () => {
    const { id } = await makePad()
    const form = (await get(`/p/${id}?edit`, ada)).form('ui_edit_pad')
    expect(form['text']).to.equal(bread)
    const page = await send(`/p/${id}?edit`, ada, {
      ...form,
      text: `${bread}\n\n## Yeast\n\nNone.`,
      note: 'Asked often.',
    })
    expect(page.url).to.equal(`/p/${id}#top`)
    expect(page.text).to.contain('None.').and.contain('“Asked often.”')
    expect(page.form('ui_undo_edit', { has: 'Yeast' })).to.have.property('edit_id')
  })

  it('saves one section as a change of that section alone, beside what others change meanwhile', async () => {
    const { id, sections } = await makePad()
    const form = (await get(`/p/${id}?edit=${sections[1]}`, ada)).form('ui_edit_pad')
    expect(form['text']).to.equal('## Hydration\n\nMix at 78 % water. Rest 40 minutes.')
    await edited(id, 1, '2 %.', '2.1 %.')
    const page = await send(`/p/${id}?edit=${sections[1]}`, ada, { ...form, text: form['text']!.replace('40', '45') })
    expect(page.url).to.equal(`/p/${id}#s-${sections[1]}`)
    expect(await textOf(id))
      .to.contain('Rest 45 minutes.')
      .and.contain('2.1 %.')
      .and.contain('Rye, and wheat.')
    const { edits } = (await adas('ui_history', { pad_id: id })) as { edits: { section_ids: string[] }[] }
    expect(edits[0]!.section_ids).to.deep.equal([sections[1]])
  })

  const adas = async (tool: string, args: object): Promise<Record<string, any>> => {
    const answer = await fetch(`${server.url}/api/tools/${tool}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Svc': '1', Origin: server.url, Cookie: ada.session },
      body: JSON.stringify(args),
    })
    return ((await answer.json()) as { data: Record<string, any> }).data
  }

  it('shows how it will read before anything is saved', async () => {
    const { id, sections } = await makePad()
    const form = (await get(`/p/${id}?edit=${sections[1]}`, ada)).form('ui_edit_pad', { button: 'Preview' })
    const page = await send(`/p/${id}?edit=${sections[1]}`, ada, {
      ...form,
      text: form['text']!.replace('78', '75'),
      note: 'tried',
    })
    expect(page.status).to.equal(200)
    expect(page.text).to.contain('<del>78 %</del> <ins>75 %</ins>')
    expect(page.form('ui_edit_pad')).to.include({ note: 'tried', base_version: '1' })
    expect(page.form('ui_edit_pad')['text']).to.contain('75 %')
    expect(await textOf(id)).to.contain('78 %')
  })

  describe('where two changed the same words', () => {
    const met = async () => {
      const { id, sections } = await makePad()
      const path = `/p/${id}?edit=${sections[1]}`
      const form = (await get(path, ada)).form('ui_edit_pad')
      await edited(id, 1, 'Rest 40 minutes.', 'Rest 50 minutes.')
      const mine = form['text']!.replace('Rest 40 minutes.', 'Rest 45 minutes, in winter 60 minutes.').replace(
        '78',
        '75',
      )
      const page = await send(path, ada, { ...form, text: mine, note: 'winter' })
      return { id, path, page }
    }

    it('comes back with both, and the words of both to mend; nothing is saved and nothing lost', async () => {
      const { id, page } = await met()
      expect(page.status).to.equal(409)
      expectInert(page.text)
      expect(page.text).to.contain('changed the same words while you wrote').and.contain('“<bdi>As tried.</bdi>”')
      const form = page.form('ui_edit_pad')
      expect(form['text']).to.contain('Rest 50 45 minutes, in winter 60 minutes.').and.contain('75 %')
      expect(form['takes.0.mine']).to.contain('Rest 45 minutes, in winter 60 minutes.')
      expect(form['takes.0.theirs']).to.contain('Rest 50 minutes.')
      expect(form).to.include({ base_version: '2', 'takes.0.take': 'both', note: 'winter' })
      expect(await textOf(id))
        .to.contain('Rest 50 minutes.')
        .and.not.contain('winter')
    })

    it('takes theirs, or mine, or what was mended', async () => {
      for (const [take, says, not] of [
        ['mine', 'Mix at 75 % water. Rest 45 minutes, in winter 60 minutes.', 'Rest 50'],
        ['theirs', 'Mix at 78 % water. Rest 50 minutes.', 'winter'],
        ['both', 'Mix at 75 % water. Rest 50 45 minutes, in winter 60 minutes.', '78 %'],
      ] as const) {
        const { id, path, page } = await met()
        const again = await send(path, ada, { ...page.form('ui_edit_pad'), 'takes.0.take': take })
        if (take === 'theirs') expect(again.status, 'it reads so already').to.equal(400)
        else expect(again.status).to.equal(200)
        expect(await textOf(id), take)
          .to.contain(says)
          .and.not.contain(not)
      }
      const { id, path, page } = await met()
      const form = page.form('ui_edit_pad')
      await send(path, ada, { ...form, 'takes.0.take': 'mine', text: form['text']!.replace('winter 60', 'winter 55') })
      expect(await textOf(id), 'what was mended by hand stands').to.contain('in winter 55 minutes.')
    })
  })

  describe('whose section is removed while somebody edits it', () => {
    const start = 'Rye bread, every Monday.\n\n# Flour\n\nRye.\n\n# Salt\n\nTwo percent.'
    const cases = [
      ['the Introduction', 'Rye bread, every Monday.', 'Rye bread, every Tuesday.', /every Tuesday\./],
      ['a section whose heading was changed', '# Flour\n\nRye.', '# Flours\n\nRye.', /# Flours/],
    ] as const
    for (const [name, was, typed, says] of cases) {
      const removed = async () => {
        const { id, sections } = await makePad(start)
        const path = `/p/${id}?edit=${name === 'the Introduction' ? introductionId(id) : sections[1]}`
        const opened = await get(path, ada)
        expect(opened.form('ui_edit_pad')['text']).to.equal(was)
        const text = start.replace(`${was}\n\n`, '')
        await cast.bensAgent.does('edit_pad', { pad_id: id, base_version: 1, text })
        return { id, path, left: text.split('\n\n'), sent: (button: string) => opened.form('ui_edit_pad', { button }) }
      }
      const fieldOf = (page: Page) => page.form('ui_edit_pad', { button: 'Save' })
      const holds = (text: string | undefined, left: readonly string[]): void => {
        for (const one of left) expect(text?.split(one), one).to.have.lengthOf(2)
      }

      it(`saves the rest of the pad with it, after a conflict: ${name}`, async () => {
        const { id, path, left, sent } = await removed()
        const met = await send(path, ada, { ...sent('Save'), text: typed })
        expect(met.status).to.equal(409)
        const form = fieldOf(met)
        expect(form).to.include({ base_version: '2' }).and.not.have.property('section_id')
        holds(form['text'], left)
        const previewed = fieldOf(await send(path, ada, { ...met.form('ui_edit_pad', { button: 'Preview' }) }))
        holds(previewed['text'], left)
        await send(path, ada, previewed)
        const now = await textOf(id)
        holds(now, left)
        expect(now).to.match(says)
      })

      it(`saves the rest of the pad with it, after a preview: ${name}`, async () => {
        const { id, path, left, sent } = await removed()
        const page = await send(path, ada, { ...sent('Preview'), text: typed })
        expect(page.text).to.contain('changed the same words while you wrote')
        const form = fieldOf(page)
        holds(form['text'], left)
        await send(path, ada, form)
        const now = await textOf(id)
        holds(now, left)
        expect(now).to.match(says)
      })
    }

    it('says that it is gone where no words clash, and puts what is new into the whole', async () => {
      const { id } = await makePad(start)
      const path = `/p/${id}?edit=${introductionId(id)}`
      const sent = (await get(path, ada)).form('ui_edit_pad', { button: 'Preview' })
      await cast.bensAgent.does('edit_pad', { pad_id: id, base_version: 1, text: start.slice(start.indexOf('#')) })
      const page = await send(path, ada, { ...sent, text: `${sent['text']}\n\nBring a bowl.` })
      expect(page.text).to.contain('is not in this pad any more')
      expect(page.form('ui_edit_pad')['text']).to.equal(`Bring a bowl.\n\n${start.slice(start.indexOf('#'))}`)
    })

    it('keeps words for a section that it never had, at the end of the whole', async () => {
      const { id, sections } = await makePad(start)
      const path = `/p/${id}?edit=${sections[1]}`
      const sent = (await get(path, ada)).form('ui_edit_pad', { button: 'Preview' })
      const page = await send(path, ada, { ...sent, section_id: 'deadbeef', text: 'Bring a bowl.' })
      expect(page.form('ui_edit_pad')['text']).to.equal(`${start}\n\nBring a bowl.`)
    })
  })

  it('takes note of who read it in a chat or here, and marks what changed since', async () => {
    const { id } = await makePad()
    await adas('ui_open_pad', { pad_id: id })
    await until(
      async () => (await server.sql`select from pad_visit where pad_id = ${id}`).length > 0,
      'a visit is noted',
    )
    await server.advance(hours(2))
    await edited(id, 1, '2 %.', '2.2 %.')
    const page = await get(`/p/${id}`, ada)
    expect(page.text).to.contain('1 section changed since you read it').and.contain('part fresh')
    expect((await get(`/p/${id}`, cleo)).text).not.to.contain('changed since you read it')
  })

  it('is pinned in its hub and taken off again where it is read', async () => {
    const { id } = await makePad()
    const pinned = await send(`/p/${id}`, ada, (await get(`/p/${id}`, ada)).form('ui_pin'))
    expect(pinned.text).to.contain('Take its pin off').and.not.contain('Pin it in the hub')
    const off = await send(`/p/${id}`, ada, pinned.form('ui_pin'))
    expect(off.text).to.contain('Pin it in the hub')
  })

  it('says how much waits for an answer on it', async () => {
    const { id } = await makePad()
    expect((await get(`/p/${id}`, ada)).text).not.to.match(/suggestions? waits?/)
    const change = { pad_id: id, base_version: 1, text: bread.replace('2 %.', '2.5 %.'), propose: true }
    const { edit_id } = await cast.cleosAgent.does('edit_pad', { ...change, decision: { text: 'More salt.' } })
    expect((await get(`/p/${id}`, ada)).text)
      .to.contain(`<a href="#${edit_id}">1 suggestion waits</a>`)
      .and.match(/<a href="#dec_\w+">1 decision waits</)
  })

  it('asks before something that looks like a secret is saved, and saves it when told to', async () => {
    const { id } = await makePad()
    const path = `/p/${id}?edit`
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`
    const form = (await get(path, ada)).form('ui_edit_pad', { button: 'Save' })
    const refused = await send(path, ada, { ...form, text: `${bread}\n\n${secret}` })
    expect(refused.status).to.equal(400)
    expect(refused.text).to.contain('This looks like a key or a password')
    expect(await textOf(id)).not.to.contain(secret)
    const anyway = refused.form('ui_edit_pad', { button: 'Share it anyway' })
    expect(anyway).to.include({ also: 'confirm_sensitive=true' })
    expect((await send(path, ada, anyway)).text).to.contain(secret)
  })

  it('a suggestion that looks like a secret stays a suggestion when it is shared anyway', async () => {
    const { id } = await makePad()
    const path = `/p/${id}?edit`
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`
    const form = (await get(path, ada)).form('ui_edit_pad', { button: 'Suggest instead' })
    const refused = await send(path, ada, { ...form, text: `${bread}\n\n${secret}` })
    expect(refused.status).to.equal(400)
    expect(refused.form('ui_edit_pad', { button: 'Save' }), 'Save still saves').not.to.have.property('propose')
    const shared = await send(path, ada, refused.form('ui_edit_pad', { button: 'Share it anyway' }))
    expect(shared.status).to.equal(200)
    expect(await textOf(id)).not.to.contain(secret)
    expect((await get(`/p/${id}`, ada)).text)
      .to.contain('1 suggestion waits')
      .and.contain(secret)
  })

  it('a decision that the others are asked for first stays open when it is shared anyway', async () => {
    const { id } = await makePad()
    const path = `/p/${id}`
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`
    const form = (await get(path, ada)).form('ui_edit_pad', { button: 'Ask the others first' })
    const refused = await send(path, ada, { ...form, 'decision.text': `The key is ${secret}` })
    expect(refused.status).to.equal(400)
    const shared = await send(path, ada, refused.form('ui_edit_pad', { button: 'Share it anyway' }))
    expect(shared.text).to.contain('ask for a decision').and.contain(secret).and.not.contain('<b>Decided:</b>')
  })

  it('takes a decision of somebody who could decide as a question to the others', async () => {
    const { id } = await makePad()
    const page = await get(`/p/${id}`, ada)
    const form = page.form('ui_edit_pad', { button: 'Ask the others first' })
    const asked = await send(`/p/${id}`, ada, { ...form, 'decision.text': 'We bake rye.' })
    expect(asked.text).to.contain('ask for a decision').and.not.contain('<b>Decided:</b>')
    const open = await get(`/p/${id}`, ben)
    expect(open.form('ui_answer_decision', { button: 'Decide' })).to.include({ outcome: 'accept' })
    const put = await send(`/p/${id}`, ada, {
      ...(await get(`/p/${id}`, ada)).form('ui_edit_pad', { button: 'Record a decision' }),
      'decision.text': 'Salt is 2 %.',
    })
    expect(put.text).to.match(/<b>Decided:<\/b> <bdi>Salt is 2 %/)
    const chosen = await send(`/p/${id}`, ada, {
      ...(await get(`/p/${id}`, ada)).form('ui_edit_pad', { button: 'Record a decision' }),
      'decision.text': 'Flour from Altona.',
      'decision.options:lines': 'Flour from Bremen.\nFlour from Altona.',
    })
    expect(chosen.text).to.match(/Flour from Altona\.[^]*Also considered: <bdi>Flour from Bremen\.<\/bdi><\/p>/)
  })

  describe('a suggestion', () => {
    const suggested = async (by: Person) => {
      const { id, sections } = await makePad()
      const form = (await get(`/p/${id}?edit=${sections[1]}`, by)).form('ui_edit_pad', { button: 'Suggest instead' })
      await send(`/p/${id}?edit=${sections[1]}`, by, {
        ...form,
        text: form['text']!.replace('78', '75'),
        note: 'It spread.',
      })
      return { id, sections }
    }

    it('stands at its section with what it changes, and is accepted', async () => {
      const { id } = await suggested(cleo)
      expect(await textOf(id)).to.contain('78 %')
      const page = await get(`/p/${id}`, ada)
      expect(page.text).to.contain('<del>78 %</del> <ins>75 %</ins>').and.contain('“<bdi>It spread.</bdi>”')
      const own = await get(`/p/${id}`, cleo)
      expect(own.form('ui_answer_edit', { button: 'Take it back' })).to.include({ outcome: 'withdraw' })
      expect(page.text).not.to.contain('Somebody who edits here answers it.')
      expect((await get(`/p/${id}`, stranger)).text)
        .to.contain('Somebody who edits here answers it.')
        .and.not.contain('value="ui_answer_edit"')
      const after = await send(`/p/${id}`, ada, page.form('ui_answer_edit', { button: 'Accept' }))
      expect(after.text).not.to.contain('value="ui_answer_edit"')
      expect(await textOf(id)).to.contain('75 %')
    })

    it('is taken back by who made it, on the page and on the card: also owner and helpers turn down only others', async () => {
      const { id } = await suggested(ada)
      const page = await get(`/p/${id}`, ada)
      expect(page.form('ui_answer_edit', { button: 'Take it back' })).to.include({ outcome: 'withdraw' })
      expect(page.text).not.to.contain('value="turn_down"')
      const { body } = await ada.app('ui_open_pad', { pad_id: id })
      expect(body['view'].suggestions[0].answers).to.deep.equal(['accept', 'withdraw'])
      const others = (await ben.app('ui_open_pad', { pad_id: id })).body['view'].suggestions[0].answers
      expect(others).to.include.members(['accept', 'turn_down'])
    })

    it('is taken back also where the pad was closed to changes, and so is a proposed decision', async () => {
      const { id } = await suggested(cleo)
      await cast.cleosAgent.does('edit_pad', { pad_id: id, decision: { text: 'T85', reason: 'Cheaper.' } })
      await server.sql`update decision set status = 'proposed' where pad_id = ${id}`
      await ben.does('ui_moderate', { action: 'lock', target: id })
      const { body } = await cleo.app('ui_open_pad', { pad_id: id })
      expect(body['view'].suggestions[0].answers).to.deep.equal(['withdraw'])
      const page = await get(`/p/${id}`, cleo)
      const backs = (['ui_answer_edit', 'ui_answer_decision'] as const).map((act) =>
        page.form(act, { button: 'Take it back' }),
      )
      for (const { act, edit_id, decision_id, outcome } of backs)
        await cleo.does(act!, edit_id === undefined ? { decision_id, outcome } : { edit_id, outcome })
      expect((await get(`/p/${id}`, cleo)).text).not.to.contain('Take it back')
      expect((await get(`/p/${id}`, ben)).text).not.to.contain('value="ui_answer_')
    })

    it('is turned down, after a question', async () => {
      const { id } = await suggested(cleo)
      const asks = await send(
        `/p/${id}`,
        ada,
        (await get(`/p/${id}`, ada)).form('ui_answer_edit', { button: 'Turn down' }),
      )
      expect(asks.text).to.contain('Turn down Cleo’s change to Hydration?')
      expect((await get(`/p/${id}`, ada)).text).to.contain('value="ui_answer_edit"')
      const after = await send(`/p/${id}`, ada, asks.form('ui_answer_edit'))
      expect(after.text).not.to.contain('value="ui_answer_edit"')
      expect(await textOf(id)).to.contain('78 %')
    })

    it('can be changed first: the form begins with it', async () => {
      const { id } = await suggested(cleo)
      const page = await get(`/p/${id}`, ada)
      const path = decoded(/href="(\/p\/[^"]*with=[^"]*)"/.exec(page.text)?.[1] ?? '')
      expect((await get(path, ada)).form('ui_edit_pad')['text']).to.equal(bread.replace('78', '75'))
    })
  })

  it('decides another option than the proposed one; whoever may not decide sees the options', async () => {
    const { id, sections } = await makePad()
    const path = `/p/${id}`
    await cast.cleosAgent.does('edit_pad', {
      pad_id: id,
      decision: { text: 'T85', reason: 'Cheaper.', options: ['T85', 'T80'], section_id: sections[0] },
    })
    await server.sql`update decision set status = 'proposed' where pad_id = ${id}`
    expect((await get(path, stranger)).text)
      .to.contain('T80')
      .and.not.contain('value="ui_answer_decision"')
    const form = (await get(path, ben)).form('ui_answer_decision', { button: 'Decide' })
    expect(form).to.include({ outcome: 'accept' })
    expect(form['also']).to.match(/^option=1&(amp;)?chosen=.*T85/)
    const asks = await send(path, ben, { ...form, also: 'option=2&chosen=%E2%80%9CT80%E2%80%9D' })
    expect(asks.text).to.contain('Decide “T80”?').and.contain('There is no Undo for this.')
    const page = await send(path, ben, asks.form('ui_answer_decision'))
    expect(page.text).to.contain('<b>Decided:</b> <bdi>T80</bdi>').and.contain('Also considered: <bdi>T85</bdi>')
    expect(page.text, 'what was chosen is not among it').not.to.match(/Also considered:[^<]*<bdi>T80/)
  })

  it('puts down a decision with its reason and options, in place of an older one', async () => {
    const { id } = await makePad()
    const path = `/p/${id}`
    const form = (await get(path, ada)).form('ui_edit_pad')
    const decided = await send(path, ada, {
      ...form,
      'decision.text': 'Rye only',
      'decision.reason': 'It keeps.',
      'decision.options:lines': 'Rye only\nHalf and half',
    })
    expect(decided.text).to.contain('<bdi>Rye only</bdi>').and.contain('“It keeps.”')
    const older = /<option value="(dec_\w+)">Rye only/.exec(decided.text)?.[1] ?? ''
    const again = await send(path, ada, {
      ...decided.form('ui_edit_pad'),
      'decision.text': 'Half and half',
      'decision.supersedes': older,
    })
    expect(again.text).to.contain('<bdi>Half and half</bdi>').and.not.contain('<b>Decided:</b> <bdi>Rye only')
    const empty = await send(path, ada, { ...decided.form('ui_edit_pad'), 'decision.reason': 'Only why.' })
    expect(empty.status).to.equal(400)
    expect(empty.text, 'the words stay in the field').to.contain('Only why.')
  })

  it('takes a change back where it is seen, and the history says so', async () => {
    const { id } = await makePad()
    await edited(id, 1, '78 %', '75 %')
    const page = await get(`/p/${id}`, ada)
    expect(page.text).to.contain('changed this')
    const after = await send(`/p/${id}`, ada, page.form('ui_undo_edit', { has: 'Hydration' }))
    expect(after.text).to.contain('took a change back here')
    expect(await textOf(id)).to.contain('78 %')
    const history = await get(`/p/${id}?history`, ada)
    expectInert(history.text)
    expect(history.text)
      .to.contain('took back a change to')
      .and.match(/<li id="v-2" class="agent gone"><div class="row"><span><del>/)
    const back = await send(`/p/${id}?history`, ada, history.form('ui_undo_edit', { has: 'v-3' }))
    expect(back.status).to.equal(200)
    expect(await textOf(id), 'an undo is taken back, too').to.contain('75 %')
    expect((await get(`/p/${id}?history`, stranger)).text).not.to.contain('value="ui_undo_edit"')
    expect((await get(`/p/${id}?history`, cleo)).text, 'a member takes back their own').not.to.contain(
      'value="ui_undo_edit"',
    )
  })

  it('tells in its history what was decided, turned down and replaced, at its time between the changes', async () => {
    const { id } = await makePad()
    await edited(id, 1, '78 %', '75 %')
    const decides = async (decision: object): Promise<string> =>
      (await adas('ui_edit_pad', { pad_id: id, decision }))['decision'].decision_id
    const rye = await decides({ text: 'We bake rye.', reason: 'It keeps.' })
    await decides({ text: 'We bake spelt.', supersedes: rye })
    const salt = await cast.bensAgent.does('edit_pad', { pad_id: id, propose: true, decision: { text: 'No salt.' } })
    await adas('ui_answer_decision', { decision_id: salt['decision'].decision_id, outcome: 'turn_down' })
    const asks = async (decision: object): Promise<string> =>
      (await cast.bensAgent.does('edit_pad', { pad_id: id, propose: true, decision }))['decision'].decision_id
    const other = await asks({ text: 'Rye flour T85.', options: ['Rye flour T85.', 'Rye flour T80.'] })
    await adas('ui_answer_decision', { decision_id: other, outcome: 'accept', option: 2 })
    const monday = await asks({ text: 'Rye on Mondays.' })
    await adas('ui_answer_decision', { decision_id: monday, outcome: 'accept' })
    await decides({ text: 'Rye on Tuesdays.', supersedes: monday })
    await edited(id, 2, '75 %', '70 %')
    const linesOf = ({ text }: Page): string[] =>
      [...text.matchAll(/<li [^]*?<\/li>/g)]
        .map(([line]) => line.replace(/<[^>]+>/g, ''))
        .filter((line) => /rye|spelt|salt|changed/i.test(line))
    const history = await get(`/p/${id}?history`, ada)
    expectInert(history.text)
    const lines = linesOf(history)
    const order = [
      /changed/,
      /You decided: Rye on Tuesdays\./,
      // it was accepted; by whom is not kept once another stands in its place
      /agent of Ben wrote what was decided: Rye on Mondays\..*Another decision stands in its place now\./,
      // what it was chosen over was never decided
      /You decided: Rye flour T80\./,
      /You turned down: No salt\..*asked for it\./,
      /You decided: We bake spelt\./,
      /You wrote what was decided: We bake rye\..*“It keeps\.” Another decision stands in its place now\./,
      /changed/,
    ]
    expect(lines, lines.join('\n')).to.have.length(order.length)
    order.forEach((words, at) => expect(lines[at]).to.match(words))
    expect(linesOf(await get(`/p/${id}`, ada)).join('\n'), 'below the pad').to.contain('You decided: Rye on Tuesdays.')
    const older = Buffer.from('v3').toString('base64url')
    expect(linesOf(await get(`/p/${id}?history&cursor=${older}`, ada)), 'on one page alone').to.have.length(1)
    const ended = Buffer.from('v1').toString('base64url')
    expect(linesOf(await get(`/p/${id}?history&cursor=${ended}`, ada)), 'nor past the first version').to.deep.equal([])
  })

  it('tells in its history what was recorded as decided, also where the next decision took another of its options', async () => {
    const { id } = await makePad()
    const options = ['Rye at six.', 'Rye at seven.']
    const decides = async (decision: object): Promise<string> =>
      (await adas('ui_edit_pad', { pad_id: id, decision }))['decision'].decision_id
    const six = await decides({ text: options[0], options })
    await decides({ text: options[1], options, supersedes: six })
    const { text } = await get(`/p/${id}?history`, ada)
    const said = text.replace(/<[^>]+>/g, '')
    expect(said).to.contain('You decided: Rye at seven.').and.contain('You wrote what was decided: Rye at six.')
    const { decisions } = (await adas('ui_history', { pad_id: id })) as any
    expect(decisions?.map(({ decision_id }: any) => decision_id)).to.contain(six)
  })

  it('has every decision on a page of its history, however many came between two changes', async () => {
    const { id } = await makePad()
    await adas('ui_edit_pad', { pad_id: id, decision: { text: 'Number 0.' } })
    // two of them in the same moment, where the first page ends
    await server.sql`
      insert into decision select more.* from decision one, generate_series(1, 44) n, lateral
        jsonb_populate_record(one, jsonb_build_object('id', one.id || n, 'text', 'Number ' || n || '.',
          'at', one.at + make_interval(secs => (case n when 25 then 24 else n end) / 1000.0))) more
      where one.pad_id = ${id}`
    const numbers: string[] = []
    const pages: number[] = []
    let path: string | undefined = `/p/${id}?history`
    while (path !== undefined) {
      const { text } = await get(path, ada)
      expect(/began this pad/.test(text.replace(/<[^>]+>/g, '')), 'the change is on the last').to.equal(
        pages.length === 2,
      )
      const found = [...text.matchAll(/Number (\d+)\./g)].map(([, number = '']) => number)
      pages.push(found.length)
      numbers.push(...found)
      path = /href="([^"]+)">Older changes/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(pages).to.deep.equal([20, 20, 5])
    expect(new Set(numbers).size).to.equal(45)
    const damaged = Buffer.from('v1 999999999999999 dec_1').toString('base64url')
    expect((await get(`/p/${id}?history&cursor=${damaged}`, ada)).status).to.equal(400)
  })

  it('compares two versions word by word, and shows one as it was', async () => {
    const { id } = await makePad()
    await edited(id, 1, '78 %', '75 %')
    const compared = await get(`/p/${id}?from=1&to=2`)
    expectInert(compared.text)
    expect(compared.text).to.contain('<del>78 %</del> <ins>75 %</ins>').and.not.contain('Rye, and wheat')
    expect((await get(`/p/${id}?from=2&to=1`)).text, 'in either order').to.contain('<ins>75 %</ins>')
    const old = await get(`/p/${id}?version=1`, ada)
    expect(old.text)
      .to.contain('Mix at 78 %')
      .and.contain('This is how it stood')
      .and.not.contain('value="ui_undo_edit"')
    const nora = await signIn(server, 'Nora')
    for (const as of [undefined, nora])
      expect((await get(`/p/${id}?version=1`, as)).text).not.to.contain('Bring it back')
    expect((await get(`/p/${id}?edit&with=1`, nora)).text).not.to.contain('This is the text of version')
    expect(old.text).to.contain(`href="/p/${id}?edit&amp;with=1"`)
    const again = await get(`/p/${id}?edit&with=1`, ada)
    expect(again.text).to.contain('This is the text of version 1.').and.contain('name="base_version" value="2"')
    expect(/<textarea id="md"[^>]*>([^<]*)/.exec(again.text)?.[1]).to.contain('Mix at 78 %')
    const seen = await send(`/p/${id}?edit&with=1`, ada, again.form('ui_edit_pad', { button: 'Preview' }))
    expect(seen.text, 'after a preview too').to.contain('This is the text of version 1.')
    const back = await send(`/p/${id}?edit&with=1`, ada, again.form('ui_edit_pad', { button: 'Save' }))
    expect(back.text, 'as it reads now').to.contain('Mix at 78 %').and.not.contain('This is how it stood')
    const checked = await cast.otto.does('create_hub', { title: 'Checked mill', mode: 'checked' })
    await server.seat(checked['hub_id'], nora.id, cast.otto.id)
    const { pad_id } = await cast.otto.does('create_pad', { hub: checked['slug'], title: 'Rye', text: 'Ten.' })
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'Twelve.' })
    expect((await get(`/p/${pad_id}?version=1`, nora)).text).to.contain('Bring it back')
    expect((await get(`/p/${pad_id}?edit&with=1`, nora)).text).to.contain('once your suggestion is accepted')
    // to edit it would change what stands now
    for (const as of [undefined, ada])
      expect((await get(`/p/${id}?version=1`, as)).text).not.to.contain(`href="/p/${id}?edit"`)
    expect((await get(`/p/${id}?from=1&to=999`)).status).to.equal(200)
  })

  it('shows an earlier version without what marks the pad today', async () => {
    const { id, sections } = await makePad()
    await edited(id, 1, '78 %', '75 %')
    const about = { pad_id: id, anchor_block: sections[1], title: 'Too wet', body: 'It runs.' }
    const source = 'https://example.com/mill'
    await cast.cleosAgent.does('start_thread', { ...about, flag_wrong: true, source })
    await cast.cleosAgent.does('edit_pad', { pad_id: id, decision: { text: 'Rye only', section_id: sections[0] } })
    await server.landed()
    const marks = /class="part (?:wrong|open|fresh)|class="state|disputed/
    expect((await get(`/p/${id}`, ada)).text).to.match(marks)
    expect((await get(`/p/${id}?version=1`, ada)).text)
      .to.contain('This is how it stood at version 1')
      .and.not.match(marks)
      .and.not.contain('Rye only')
    expect((await get(`/p/${id}?outline=1`, ada)).text).to.match(/<td class="r">1<\/td><td class="r">\d+<\/td>/)
    expect((await get(`/p/${id}?version=1&outline=1`, ada)).text, 'as an outline too')
      .to.contain('This is how it stood at version 1')
      .and.contain(`section=${sections[0]}&amp;version=1`)
      .and.not.match(/<td class="r">1<\/td><td class="r">\d+<\/td>/)
  })

  it('has an earlier version as Markdown, too, and who wrote it', async () => {
    const { id } = await makePad()
    await edited(id, 1, '78 %', '75 %')
    const about = { pad_id: id, title: 'What of spelt?', body: 'It holds less.' }
    await cast.ben.does('ui_start_thread', about)
    const { text } = await get(`/p/${id}?version=1`, ada)
    const [, markdown = ''] = /<a href="([^"]+)">This page as Markdown/.exec(text) ?? []
    const [, authors = ''] = /href="([^"]+)">Show who wrote what/.exec(text) ?? []
    const asMarkdown = await get(markdown.replaceAll('&amp;', '&'), ada)
    expect(asMarkdown.text)
      .to.contain('Mix at 78 %')
      .and.contain('version: 1\n')
      .and.contain('This is version 1 of 2.')
      .and.not.contain('75 %')
      .and.not.contain('What of spelt?')
    expect((await get(`/p/${id}?version=1&section=deadbeef&format=md`, ada)).text, 'its own outline').to.contain(
      `/p/${id}?format=md&outline=1&version=1 lists those it has`,
    )
    const written = (await get(authors.replaceAll('&amp;', '&'), ada)).text
    expect(written).to.contain(`href="/p/${id}?version=1">Hide who wrote what`)
    const by = written.split('<div class="blame">').find((one) => one.includes('Mix at 78 %')) ?? ''
    expect(by, 'not who changed it since').to.contain('Otto').and.not.contain('Bens agent')
    expect((await get(`/p/${id}`, ada)).text).to.contain(`<a href="/p/${id}?format=md">This page as Markdown`)
    expect((await get(`/p/${id}?format=md`, ada)).text)
      .to.contain('75 %')
      .and.contain('What of spelt?')
      .and.not.contain('This is version')
  })

  it('names the section of each change between two versions, one that is gone by its name then', async () => {
    const text = '# Flour\n\nRye, and wheat.\n\n# Water\n\nAt 78 %.\n\nCold.\n\n# Salt\n\nTwo grams.'
    const made = { hub: cast.hub.slug, title: 'Dough', text }
    const { pad_id } = await cast.otto.does('create_pad', made)
    const next = '# Flour\n\nRye, and spelt.\n\n# Water\n\nAt 75 %.\n\nWarm.'
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: next })
    const { text: page } = await get(`/p/${pad_id}?from=1&to=2`, ada)
    const namedIn = (shown: string) =>
      [...shown.matchAll(/<p class="small soft">In (.*?)<\/p>/g)].map(([, words = '']) => words)
    const plainly = (words: string) => words.replaceAll(/<[^>]+>/g, '')
    const named = namedIn(page)
    expect(named.map(plainly)).to.deep.equal(['Flour', 'Water', 'Salt'])
    expect(named.map((words) => /href="\/p\/pad_\w+#s-\w+"/.test(words))).to.deep.equal([true, true, false])
    const plain = await cast.otto.does('create_pad', { ...made, title: 'Plain', text: 'One line.' })
    await cast.otto.does('edit_pad', { pad_id: plain['pad_id'], base_version: 1, text: 'One line more.' })
    expect(namedIn((await get(`/p/${plain['pad_id']}?from=1&to=2`, ada)).text)).to.deep.equal([])
    const { pad_id: left } = await cast.otto.does('create_pad', { ...made, title: 'Left', text: '# Salt\n\nTwo.' })
    await cast.otto.does('edit_pad', { pad_id: left, base_version: 1, text: 'A line without a heading.' })
    const { text: both } = await get(`/p/${left}?from=1&to=2`, ada)
    expect(namedIn(both).map(plainly), 'what is left is no part of what is gone').to.deep.equal([
      'Salt',
      'Introduction',
    ])
  })

  it('shows who wrote which paragraph', async () => {
    const { id } = await makePad()
    await edited(id, 1, '78 %', '75 %')
    const page = await get(`/p/${id}?who`, ada)
    expectInert(page.text)
    const of = (words: string) => page.text.split('<div class="blame">').find((one) => one.includes(words)) ?? ''
    expect(of('Mix at 75')).to.contain('Bens agent')
    expect(of('Rye, and wheat')).to.contain('Otto').and.not.contain('Bens agent')
  })

  it('shows neighbours of one author as one, and past many stretches leads to the section alone', async () => {
    const most = reads.pad.authored
    const lines = Array.from({ length: 2 * most }, (_, n) => `Line ${n}.`)
    const text = ['# Early', ...lines, '# Late', 'The end.', 'Truly.'].join('\n\n')
    const { id, sections } = await makePad(text)
    const names = (page: Page) => page.text.split('<div class="blame">').length - 1
    const whole = await get(`/p/${id}?who`, ada)
    expect(names(whole)).to.equal(2)
    expect(whole.text).to.contain('The end.').and.not.contain('section</a></p>')
    // every other line is somebody else's now
    const mended = lines.map((line, n) => (n % 2 === 0 ? line : `${line} Yes.`))
    await cast.bensAgent.does('edit_pad', {
      pad_id: id,
      base_version: 1,
      text: ['# Early', ...mended, '# Late', 'The end.', 'Truly.'].join('\n\n'),
    })
    const long = await get(`/p/${id}?who`, ada)
    expect(names(long)).to.equal(most)
    expect(long.text)
      .to.contain(`Line ${2 * most - 1}. Yes.`)
      .and.contain('Who wrote the rest of this section')
    const late = `/p/${id}?section=${sections[1]}&amp;who`
    expect(long.text).to.contain(`<a href="${late}">Who wrote this section</a>`)
    expect(names(await get(late.replace('&amp;', '&'), ada))).to.equal(1)
    const early = await get(`/p/${id}?section=${sections[0]}&who`, ada)
    expect(names(early)).to.equal(most)
    expect(early.text).to.contain('More hands wrote the rest than are named here')
    const next = ['# Early', ...mended, '# Late', 'The end.', 'Truly!'].join('\n\n')
    await cast.bensAgent.does('edit_pad', { pad_id: id, base_version: 2, text: next })
    const then = await get(`/p/${id}?version=2&who`, ada)
    expect(then.text).to.contain(`<a href="${late}&amp;version=2">Who wrote this section</a>`)
    expectInert(early.text)
  })

  it('marks what others changed since the last visit, until the next one; one click hides it', async () => {
    const { id } = await makePad()
    const visit = async (as: Person) => {
      const began = new Date(server.parts.clock.now())
      const page = await get(`/p/${id}`, as)
      // a visit is written a moment behind
      const noted = () => server.sql`
        select 1 from pad_visit where pad_id = ${id} and participant_id = ${as.id} and at >= ${began}`
      await until(async () => (await noted()).length > 0, 'the visit is noted')
      return page
    }
    expect((await visit(ada)).text).not.to.contain('changed since you read it')
    await server.sql`update pad_visit set at = at - interval '2 hours' where pad_id = ${id}`
    await edited(id, 1, '78 %', '75 %')
    for (const round of ['first', 'again']) {
      const page = await visit(ada)
      expect(page.text, round).to.contain('1 section changed since you read it')
      expect(page.text, round).to.contain('<section class="part fresh"').and.contain('<del>78 %</del> <ins>75 %</ins>')
    }
    expect((await get(`/p/${id}?changes=0`, ada)).text)
      .to.contain('Mix at 75 %')
      .and.not.contain('<ins>')
    await server.sql`update pad_visit set at = at - interval '2 hours' where pad_id = ${id}`
    expect((await visit(ada)).text).not.to.contain('<ins>')
    expect((await visit(ben)).text, 'who was never here sees no marks').not.to.contain('<ins>')
    const text = bread.replace('78 %', '70 %')
    const { edit_id } = await cast.bensAgent.does('edit_pad', { pad_id: id, base_version: 2, propose: true, text })
    await ada.does('ui_answer_edit', { edit_id, outcome: 'accept' })
    expect((await visit(ada)).text, 'she let it in herself')
      .to.contain('Mix at 70 %')
      .and.not.contain('changed since you read it')
  })

  it('closes a pad to changes and opens it again: members read on', async () => {
    const { id } = await makePad()
    const locked = await send(
      `/p/${id}`,
      ben,
      (await get(`/p/${id}`, ben)).form('ui_moderate', { has: 'value="lock"' }),
    )
    expect(locked.text).to.contain('closed to changes. Only the owner and helpers make them now.')
    const member = await get(`/p/${id}`, cleo)
    expect(member.text).to.contain('closed to changes. Everything stays readable.').and.not.contain('?edit')
    expect((await get(`/p/${id}?edit`, cleo)).text).not.to.contain('<textarea')
    const opened = await send(`/p/${id}`, ben, locked.form('ui_moderate', { has: 'value="unlock"' }))
    expect(opened.text).not.to.contain('This pad is closed')
  })

  it('makes an invite, shown once', async () => {
    const { id } = await makePad()
    const page = await send(`/p/${id}`, ada, { ...(await get(`/p/${id}`, ada)).form('ui_invite'), uses: '2' })
    expect(page.status).to.equal(200)
    expect(page.text)
      .to.contain('It is shown once.')
      .and.match(/class="key" id="the-link">[^<]*\/invite#/)
    expect((await get(`/p/${id}`, ada)).text).not.to.contain('class="key"')
  })
})
