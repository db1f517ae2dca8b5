import { expect } from 'chai'
import { reads } from '../../../src/rules/limits.ts'
import type { AtScreen } from '../../support/at_screen.ts'
import { makePublic, register, signIn, withKey } from '../../support/cast.ts'
import { type Form, formOf as formIn } from '../../support/forms.ts'
import { jumpIn, threadForGuests } from '../../support/guest.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('the pages of somebody signed in, without a script', () => {
  const { server, cast } = withCast()
  let ada: AtScreen
  let pad_id: string

  before(async () => {
    ada = cast.ada
    const made = { hub: cast.hub.slug, title: 'House bread', text: '# Hydration\n\nMix at 78 % water.' }
    ;({ pad_id } = (await ada.does('ui_create_pad', made)) as { pad_id: string })
  })

  async function page(path: string, session = ada.session): Promise<string> {
    await server.landed()
    const answer = await fetch(server.url + path, { headers: { Cookie: session, Accept: 'text/html' } })
    expect(answer.status, path).to.equal(200)
    expect(answer.headers.get('Cache-Control')).to.match(/no-store|private/)
    return answer.text()
  }
  /** The first form of an act on a page. */
  const formOf = (html: string, act: string, has?: string): Form => formIn(html, { act, has })
  /** Sends a form as it stands, with the button that has this value. */
  const send = (
    path: string,
    { fields, buttons }: Form,
    pressed?: string,
    more: Record<string, string> = {},
    session = ada.session,
  ): Promise<Response> => {
    const button = buttons.find(({ value }) => value === pressed)
    const body = new URLSearchParams(fields)
    if (button?.name !== undefined) body.append(button.name, button.value)
    for (const [name, value] of Object.entries(more)) body.set(name, value)
    return fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: session, Origin: server.url, Accept: 'text/html' },
      body,
    })
  }
  const suggest = async (text: string, note = 'Two loaves spread.'): Promise<string> => {
    const { version } = (await ada.app('ui_open_pad', { pad_id })).body['data']
    const said = { pad_id, base_version: version, text: `# Hydration\n\n${text}`, propose: true, note }
    return (await cast.cleosAgent.does('edit_pad', said))['edit_id']
  }

  it('show a review to those whom it fell to, as its reviewer left, and to nobody else', async () => {
    const [owner, maker, worker, reviewer] = await Promise.all(
      ['Olga', 'Mira', 'Wim', 'Rosa'].map((name) => signIn(server, name)),
    )
    const { slug } = (await owner!.does('ui_create_hub', { title: 'Reviews' })) as { slug: string }
    const { invite_url } = await owner!.does('ui_invite', { hub: slug, uses: 3 })
    for (const one of [maker, worker, reviewer])
      await one!.settings('accept-invite', { token: invite_url.split('#')[1] })
    const { thread_id } = await maker!.does('ui_start_thread', { hub: slug, title: 'Bread', body: 'Who bakes?' })
    const asked = { thread_id, title: 'Weigh the salt', assignee: worker!.id, reviewer: reviewer!.id }
    const { task_id } = await maker!.does('ui_create_task', asked)
    await worker!.does('ui_submit_result', { task_id, link: 'https://mill.example/', summary: 'Two grams.' })
    const { body } = await maker!.app('ui_open_thread', { thread_id })
    expect(JSON.stringify(body), 'as whom somebody counts is told to nobody')
      .to.contain(task_id)
      .and.not.contain('other_side')
    const asks = async (path: string) =>
      Promise.all(
        [owner, maker, worker].map(async (one) => (await page(path, one!.session)).includes('value="approve"')),
      )
    for (const path of ['/', '/tasks']) expect(await asks(path), path).to.deep.equal([false, false, false])
    await reviewer!.does('ui_leave_hub', { hub: slug })
    for (const path of ['/', '/tasks']) expect(await asks(path), path).to.deep.equal([true, true, false])
    await owner!.does('ui_review_result', { task_id, outcome: 'approve' })
    for (const path of ['/', '/tasks']) expect(await asks(path), path).to.deep.equal([false, false, false])
  })

  describe('of reviews that fell to somebody', () => {
    const link = 'https://mill.example/'
    type Signed = Awaited<ReturnType<typeof signIn>>
    let [owner, maker, worker]: Signed[] = []
    let slug: string
    let thread_id: string
    let submits: { (by: { does: Signed['does'] }, tool: string, task_id: string): Promise<unknown> }

    before(async () => {
      ;[owner, maker, worker] = await Promise.all(['Orla', 'Mona', 'Walt'].map((name) => signIn(server, name)))
      const agent = await owner!.agent('Opener')
      slug = (await agent.does('create_hub', { title: 'Fallen reviews' }))['slug']
      await makePublic(agent, slug)
      for (const one of [maker, worker]) await one!.does('ui_join_hub', { hub: slug })
      thread_id = (await maker!.does('ui_start_thread', { hub: slug, title: 'Rye', body: 'Who bakes?' }))['thread_id']
      submits = (by, tool, task_id) => by.does(tool, { task_id, link, summary: 'Two grams.' })
    })

    const task = async (title: string, reviewer: string) =>
      (await maker!.does('ui_create_task', { thread_id, title, reviewer }))['task_id'] as string
    const asks = async (path: string, { session } = owner!) =>
      (await page(path, session)).split('value="approve"').length - 1
    const all = () => Promise.all(['/', '/tasks', `/t/${thread_id}`].map((path) => asks(path)))

    it('ask nobody whose sub-agent did the task, or another id of their address: approving it is refused', async () => {
      const reviewer = await signIn(server, 'Rita')
      await reviewer.does('ui_join_hub', { hub: slug })
      const agent = await owner!.agent('Otis')
      await agent.does('join_hub', { hub: slug })
      const rights = ['read', 'post', 'task']
      const minted = await agent.does('mint_subagent', { name: 'Sub', threads: [thread_id], rights })
      const mate = await register(server, 'Mate')
      await mate.does('join_hub', { hub: slug })
      await server.sql`
        update participant set (email, email_key, email_verified_at) = (
          select email, email_key, email_verified_at from participant where id = ${owner!.id}) where id = ${mate.id}`
      await server.parts.credentials.changed({ participants: [mate.id] })
      const doers = [withKey(server, { ...minted['agent'], key: minted['agent_key'] }), mate]
      const made: string[] = []
      for (const by of doers) {
        const task_id = await task(`Weigh salt ${made.length}`, reviewer.id)
        await submits(by, 'submit_result', task_id)
        made.push(task_id)
      }
      await reviewer.does('ui_leave_hub', { hub: slug })
      expect(await all()).to.deep.equal([0, 0, 0])
      expect(await asks('/tasks', maker), 'who made them is somebody else').to.equal(2)
      for (const task_id of made) await maker!.does('ui_review_result', { task_id, outcome: 'approve' })
    })

    it('show the newest of many on Home, after what is one’s own to do, and each of them once', async () => {
      await maker!.does('ui_create_task', { thread_id, title: 'Feed the leaven', assignee: owner!.id })
      const reviewer = await signIn(server, 'Remy')
      await reviewer.does('ui_join_hub', { hub: slug })
      const made: string[] = []
      for (let n = 0; n < 7; n++) {
        made.push(await task(`Sift flour ${n}`, reviewer.id))
        await submits(worker!, 'ui_submit_result', made.at(-1) ?? '')
      }
      await reviewer.does('ui_leave_hub', { hub: slug })
      expect([await asks('/'), await asks('/tasks')]).to.deep.equal([4, 7])
      expect(await page('/', owner!.session)).to.contain('Feed the leaven')
    })

    it('are not crowded out by newer ones in a thread that is hidden', async () => {
      const reviewer = await signIn(server, 'Rolf')
      await reviewer.does('ui_join_hub', { hub: slug })
      const asks = { hub: slug, title: 'Oats', body: 'Who rolls?' }
      const hidden = (await maker!.does('ui_start_thread', asks))['thread_id'] as string
      const shown = await task('Count the sacks', reviewer.id)
      await submits(worker!, 'ui_submit_result', shown)
      for (let n = 0; n <= reads.home.toDo; n++) {
        const made = await maker!.does('ui_create_task', {
          thread_id: hidden,
          title: `Roll ${n}`,
          reviewer: reviewer.id,
        })
        await submits(worker!, 'ui_submit_result', made['task_id'])
      }
      await reviewer.does('ui_leave_hub', { hub: slug })
      await owner!.does('ui_moderate', { action: 'hide', target: hidden, level: 'hide' })
      expect(await page('/', maker!.session)).to.contain(`value="${shown}"`)
      await maker!.does('ui_review_result', { task_id: shown, outcome: 'approve' })
    })

    it('ask nobody who left the hub, though they made the task, or were to review it themselves', async () => {
      const own = await task('Grind pepper', maker!.id)
      await submits(worker!, 'ui_submit_result', own)
      expect(await asks('/', maker), 'their own, and those that fell to them').to.equal(6)
      await maker!.does('ui_leave_hub', { hub: slug })
      expect([await asks('/', maker), await asks('/tasks', maker)], 'not even the one that names them').to.deep.equal([
        0, 0,
      ])
      const html = await page('/tasks', maker!.session)
      expect(html.split(`id="${own}"`).length - 1, 'one element of an id').to.be.at.most(1)
      expect(html, 'those of others').not.to.contain('Sift flour')
    })
  })

  it('send whoever is signed out to sign in, and back', async () => {
    for (const path of ['/inbox', '/inbox?show=work', '/tasks']) {
      const answer = await fetch(server.url + path, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('Location')]).to.deep.equal([
        302,
        `/signin?next=${encodeURIComponent(path)}`,
      ])
    }
  })

  it('Home says on the first day how to begin, and what waits afterwards', async () => {
    expect(await page('/'))
      .to.match(/Welcome, <bdi>Ada<\/bdi>/)
      .and.match(/Nothing waits for you/)
    await suggest('Mix at 75 % water.')
    const home = await page('/')
    expect(home)
      .to.match(/One thing waits for you/)
      .and.match(/Home <b class="n" data-waits="1">1<\/b>/)
    expect(home).to.match(/<b><bdi>Cleos agent<\/bdi><\/b> suggests a change to <a href="\/p\/pad_\w+#\w{8}">Hydration/)
    expect(home).to.contain('agent of <bdi>Cleo</bdi>').and.contain('<del>78').and.contain('<ins>75')
    expect(home).to.contain('Two loaves spread.')
  })

  it('Home keeps the steps to begin until all are done, in later visits too, and drops them after the first day', async () => {
    const nell = await signIn(server, 'Nell')
    const home = () => page('/', nell.session)
    expect(await home())
      .to.contain('Begin')
      .and.contain('Make a hub')
    const { slug } = await nell.does('ui_create_hub', { title: 'Nells' })
    await nell.settings('create-agent', { name: 'Idle', hub: slug })
    await server.sql`
      update credential set visit_before = now() - interval '1 hour' where participant_id = ${nell.id}`
    const { thread_id } = await nell.does('ui_start_thread', { hub: slug, title: 'Rain?', body: 'Is it coming?' })
    const later = await home()
    expect(later, 'nobody could be asked yet').to.match(/<li><p><a [^>]+>Ask it something/)
    expect(later).to.contain('Welcome back').and.contain('Begin')
    expect(later).to.contain('Idle</bdi> has not come yet').and.contain('make it another key')
    expect(later).to.contain('It has not come yet.')
    await server.sql`update participant set created_at = created_at - interval '1 day' where id = ${nell.id}`
    expect(await home())
      .to.contain('All decided')
      .and.contain('You can go and do something else.')
      .and.not.contain('make it another key')
    await nell.does('ui_create_task', { thread_id, title: 'Look up', assignee: nell.handle })
    expect(await home(), 'not where something is hers to do')
      .to.contain('What is yours to do comes next.')
      .and.not.contain('do something else')
  })

  it('an agent has come where anything here is by it, also when its key was never noted as used', async () => {
    const uma = await signIn(server, 'Uma')
    const { slug } = await uma.does('ui_create_hub', { title: 'Umas' })
    const [baker, talker] = [await uma.agent('Baker'), await uma.agent('Talker')]
    for (const { id } of [baker, talker]) await uma.does('ui_add_agent', { hub: slug, agent_id: id })
    await baker.does('create_pad', { hub: slug, title: 'Bread', text: 'Rye.' })
    await talker.does('start_thread', { hub: slug, title: 'Rye', body: 'How much?' })
    await server.parts.credentials.flush()
    // as where the key with which it came ended long ago
    await server.sql`update credential set last_used_at = null where participant_id in (${baker.id}, ${talker.id})`
    for (const path of ['/', '/settings'])
      expect(await page(path, uma.session), path)
        .to.contain('Last here')
        .and.not.match(/not come yet|Waiting for its first call/)
  })

  it('a suggestion is accepted by its form, and gone', async () => {
    const answer = await send('/', formOf(await page('/'), 'ui_answer_edit'), 'accept')
    expect([answer.status, answer.headers.get('Location')]).to.deep.equal([303, '/'])
    expect(await page('/')).to.match(/Nothing waits for you/)
    expect((await ada.app('ui_open_pad', { pad_id })).body['view'].sections[0].text).to.contain('75 %')
  })

  it('what cannot be taken back is asked about once more', async () => {
    const edit_id = await suggest('Mix at 60 % water.')
    const form = formOf(await page('/'), 'ui_answer_edit')
    const asks = await send('/', form, 'turn_down')
    expect(asks.status).to.equal(200)
    const text = await asks.text()
    expect(text).to.contain('Turn down Cleos agent’s change to Hydration?')
    expect((await send('/', formOf(text, 'ui_answer_edit'), undefined, { sure: '1' })).status).to.equal(303)
    expect(await page('/')).not.to.contain(edit_id)
  })

  it('a refusal stands on its card, in words for people', async () => {
    const edit_id = await suggest('Mix at 50 % water.')
    const form = formOf(await page('/'), 'ui_answer_edit')
    await cast.bensAgent.does('edit_pad', { pad_id, review: { edit_id, outcome: 'turn_down' } })
    const answer = await send('/', form, 'accept')
    expect(answer.status).to.equal(409)
    const said = await answer.text()
    expect(said).not.to.match(/edit_id must|outcome must/)
    expect(said).to.match(/@bens-agent\.ben answered this already, (just now|\d+ seconds? ago)\./)
  })

  it('a change that others built on leads to the two', async () => {
    const { pad_id: shelf } = await ada.does('ui_create_pad', { hub: cast.hub.slug, title: 'Shelf', text: 'One jar.' })
    await cast.bensAgent.does('edit_pad', { pad_id: shelf, base_version: 1, text: 'Two jars.' })
    const form = formOf(await page(`/p/${shelf}?history`), 'ui_undo_edit')
    await ada.does('ui_edit_pad', { pad_id: shelf, base_version: 2, text: 'Three jars.' })
    const answer = await send(`/p/${shelf}?history`, form, undefined, { back: 'v-2' })
    expect(answer.status).to.equal(409)
    const said = await answer.text()
    expect(said).to.match(/@ada\S* changed this again after @\S+\. Taking it back would take what @ada\S* wrote, too\./)
    expect(said).to.contain(`<a class="button" href="/p/${shelf}?from=2&amp;to=3">Open the two</a>`)
    expect(await page(`/p/${shelf}?from=2&to=3`)).to.match(/<del>Two.*<ins>Three/s)
  })

  it('who lost their seat while writing joins and sends with one click, and the words are kept', async () => {
    const cleo = cast.cleo
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'Who has some?' })
    await cleo.does('ui_join_hub', { hub: cast.hub.slug })
    const path = `/t/${thread_id}`
    expect(await page(path)).to.contain('Started by you,')
    const form = formOf(await page(path, cleo.session), 'ui_post')
    await cleo.does('ui_leave_hub', { hub: cast.hub.slug })
    const refused = await send(path, form, undefined, { body: 'I have a sack.' }, cleo.session)
    expect(refused.status).to.equal(403)
    const text = await refused.text()
    expect(text).to.contain('Join The bakery to write here.').and.contain('I have a sack.')
    const again = formOf(text, 'ui_post')
    const sent = await send(path, again, `joins_first=${cast.hub.slug}`, { body: 'I have a sack.' }, cleo.session)
    expect(sent.status).to.equal(303)
    expect(await page(path, cleo.session)).to.contain('I have a sack.')
  })

  it('a search for the beginning of a name gives the person, and a way to write to them', async () => {
    const found = await page('/search?q=bens')
    expect(found).to.match(/People and agents.*Bens agent.*agent of <bdi>Ben<\/bdi>/s)
    expect(found).to.contain('href="/dm?to=%40bens-agent.ben"')
    expect(await page('/search?q=bens+type%3Athread')).not.to.contain('People and agents')
    const stranger = await fetch(`${server.url}/search?q=bens`, { headers: { Accept: 'text/html' } })
    expect(await stranger.text()).not.to.contain('People and agents')
  })

  it('New begins with the hub where something happened last, and Explore shows a thing once', async () => {
    const start = async (hub: string, title: string) =>
      (await ada.does('ui_start_thread', { hub, title, body: 'Well?' }))['thread_id'] as string
    const { slug } = await ada.does('ui_create_hub', { title: 'Attic' })
    const chosen = async () => /<option value="([\w-]+)" selected>/.exec(await page('/new'))?.[1]
    const thread_id = await start(cast.hub.slug, 'Which sieve?')
    expect(await chosen()).to.equal(cast.hub.slug)
    await start(slug, 'Boxes')
    expect(await chosen()).to.equal(slug)
    const all = await page('/explore')
    expect(all.split(`/t/${thread_id}`)).to.have.length(2)
    expect(await page('/explore?lane=new')).to.contain(`/t/${thread_id}`)
  })

  it('an open task is given to an agent of one’s own by asking it in the thread; it is paused where it has one', async () => {
    const ben = cast.ben
    await ben.does('ui_join_hub', { hub: cast.hub.slug })
    const hub = cast.hub.slug
    const { thread_id } = await ada.does('ui_start_thread', { hub, title: 'Labels', body: 'Nuts?' })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Check the @label law' })
    const path = '/tasks?show=open'
    const [, chosen = ''] =
      /<a class="button plain soft" href="([^"]+)">Ask an agent/.exec(await page(path, ben.session)) ?? []
    const asking = chosen.replace('&amp;', '&').split('#')[0]!
    const asks = formOf(await page(asking, ben.session), 'ui_post', task_id)
    const [, body = '', agent] = /<option value="([^"]+)">([^<]+)/.exec(asks.markup) ?? []
    expect(agent).to.equal('Bens agent')
    const asked = await send(asking, asks, undefined, { body }, ben.session)
    expect([asked.status, asked.headers.get('Location')]).to.deep.equal([303, `${path}#${task_id}`])
    await server.landed()
    const { items } = await cast.bensAgent.does('check_inbox', {})
    expect(items.filter(({ kind }: { kind: string }) => kind === 'mention').at(0)).to.include({ thread_id })
    await cast.bensAgent.does('update_task', { task_id, action: 'take' })
    expect(await page('/tasks?show=everybody')).to.contain(`id="${task_id}"`)
    const pauses = formOf(await page('/tasks', ben.session), 'ui_pause_agents')
    expect(pauses.buttons.map(({ markup }) => markup)).to.deep.equal(['<span>Pause <bdi>Bens agent</bdi></span>'])
    await send('/tasks', pauses, undefined, {}, ben.session)
    const again = formOf(await page('/tasks', ben.session), 'ui_pause_agents')
    expect(again.buttons.map(({ markup }) => markup)).to.deep.equal(['<span>Let <bdi>Bens agent</bdi> go on</span>'])
    await send('/tasks', again, undefined, {}, ben.session)
  })

  it('leads a guest back to the thread that they wrote in', async () => {
    const thread_id = await threadForGuests(cast)
    const gus = await jumpIn(server, 'Gus', { thread: thread_id })
    await page(`/t/${thread_id}`, gus.session)
    await until(
      async () => (await page('/', gus.session)).includes(`<a class="grow" href="/t/${thread_id}">`),
      'it is there',
    )
  })

  it('of tasks stay small for who has thirty agents, and any of them can be asked', async () => {
    const nora = await signIn(server, 'Nora')
    const { slug } = (await nora.does('ui_create_hub', { title: 'Workshop' })) as { slug: string }
    const { thread_id } = await nora.does('ui_start_thread', { hub: slug, title: 'Benches', body: 'Thirty.' })
    for (let at = 1; at <= 30; at++) {
      const { id } = await nora.agent(`Hand ${at}`)
      await nora.does('ui_add_agent', { hub: slug, agent_id: id })
      if (at <= 20) await nora.does('ui_create_task', { thread_id, title: `Bench ${at}` })
    }
    const all = await page('/tasks?show=open', nora.session)
    expect(all.split('Ask an agent')).to.have.lengthOf(21)
    expect(all.length).to.be.below(60_000)
    expect(all).to.contain('These moved last.')
    const own = await page('/tasks', nora.session)
    expect(own.split('Ask an agent'), 'a few below their own').to.have.lengthOf(6)
    expect(own).to.contain('<a href="/tasks?show=open">More that is open for anyone</a>')
    const [, id] = /<div class="task" id="(\w+)"/.exec(all) ?? []
    const oldest = [...all.matchAll(/<div class="task" id="(\w+)"/g)].at(-1)?.[1]
    const later = await page(`/tasks?task=${oldest}`, nora.session)
    expect(formOf(later, 'ui_post', oldest).markup, 'the one asked of stays when it moved out of the few').to.contain(
      'Which agent',
    )
    expect(later).to.contain('More that is open for anyone')
    expect(later).not.to.contain('is no longer in this list')
    await nora.does('ui_update_task', { task_id: oldest, action: 'take' })
    expect(await page(`/tasks?task=${oldest}`, nora.session)).to.contain('is no longer in this list')
    const { markup } = formOf(await page(`/tasks?show=open&task=${id}`, nora.session), 'ui_post')
    expect([...markup.matchAll(/<option value="@\S+ Please take this task[^"]+">Hand \d+</g)]).to.have.lengthOf(30)
  })

  it('a task that somebody was quicker to take says who', async () => {
    const cleo = cast.cleo
    const { thread_id } = await ada.does('ui_start_thread', {
      hub: cast.hub.slug,
      title: 'Ovens',
      body: 'Two of them.',
    })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Measure the oven' })
    const form = formOf(await page('/tasks?show=open'), 'ui_update_task', task_id)
    await cleo.does('ui_join_hub', { hub: cast.hub.slug })
    await cleo.does('ui_update_task', { task_id, action: 'take' })
    const refused = await send('/tasks?show=open', form)
    expect(refused.status).to.equal(409)
    expect(await refused.text()).to.match(/@cleo was quicker and has this task now\./)
  })

  it('a decision is made with another of its options', async () => {
    const { slug } = await ada.does('ui_create_hub', { title: 'Cellar', mode: 'checked' })
    const cleo = cast.cleo
    await cleo.does('ui_join_hub', { hub: slug, note: 'I mill spelt.' })
    const asked = await page('/')
    expect(asked).to.contain('asks to join').and.contain('“I mill spelt.”')
    const letIn = formOf(asked, 'ui_answer_request')
    await send('/', letIn, 'let_in', { sure: '1' })
    const { pad_id: stock } = await ada.does('ui_create_pad', { hub: slug, title: 'Stock', text: 'Ten.' })
    const decision = { text: 'Rye', options: ['Spelt', 'Both'] }
    const { decision_id } = (await cleo.does('ui_edit_pad', { pad_id: stock, decision }))['decision']
    const form = formOf(await page('/'), 'ui_answer_decision', decision_id)
    expect((await send('/', form, 'accept', { option: '2', sure: '1' })).status).to.equal(303)
    const { decisions } = (await ada.app('ui_open_pad', { pad_id: stock })).body['view']
    expect(decisions.filter(({ status }: any) => status === 'decided').map(({ text }: any) => text)).to.deep.equal([
      'Both',
    ])
  })

  it('people choose among options as long as they may be, on Home and on the pad', async () => {
    const { hub_id, slug } = await cast.otto.does('create_hub', { title: 'Long words', mode: 'checked' })
    await server.seat(hub_id, cast.cleosAgent.id, cast.otto.id)
    const { pad_id: stock } = await ada.does('ui_create_pad', { hub: slug, title: 'Flour', text: 'Rye.' })
    const [text, option] = [2_000, 200].map((size) => 'Rye of the valley. '.repeat(size).slice(0, size - 4) + ' end')
    const decision = { text, options: [option, 'Spelt'] }
    const { decision_id } = (await cast.cleosAgent.does('edit_pad', { pad_id: stock, decision }))['decision']
    for (const path of ['/', `/p/${stock}`]) {
      const form = new RegExp(`<form[^>]*>(?:(?!</form>)[^])*${decision_id}(?:(?!</form>)[^])*</form>`).exec(
        await page(path),
      )?.[0]
      for (const words of [text, option]) expect(form, path).to.contain(`<bdi>${words}</bdi>`)
    }
    expect((await ada.does('ui_answer_decision', { decision_id, outcome: 'accept' }))['reviewed']).to.include({
      decision_id,
    })
  })

  it('a result is approved, or sent back with what is missing', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Prices', body: 'Compare.' })
    const task = { thread_id, title: 'Compare', assignee: cast.cleosAgent.handle, reviewer: cast.ada.handle }
    const { task_id } = await ada.does('ui_create_task', task)
    await cast.cleosAgent.does('submit_result', { task_id, pad_id, summary: 'Cheaper.' })
    const home = await page('/')
    expect(home).to.contain('“Cheaper.”')
    const back = formOf(home, 'ui_review_result', 'send_back')
    expect((await send('/', back, undefined, { note: 'And the rye?' })).status).to.equal(303)
    expect(await page('/')).not.to.contain('“Cheaper.”')
    const { tasks } = (await ada.app('ui_open_thread', { thread_id })).body['view']
    expect(tasks[0]).to.include({ state: 'working', review: 'sent_back' })
  })

  it('a result that was sent back tells why, is handed in anew, and is asked for once', async () => {
    const [eda, ben] = [await signIn(server, 'Eda'), cast.ben]
    const { hub_id, slug } = await eda.does('ui_create_hub', { title: 'Tags and signs' })
    await server.seat(hub_id, ben.id, eda.id)
    const { thread_id } = await eda.does('ui_start_thread', { hub: slug, title: 'Tags', body: 'New ones.' })
    const task = { thread_id, title: 'Print the tags', assignee: ben.id, reviewer: eda.id }
    const { task_id } = await eda.does('ui_create_task', task)
    await ben.does('ui_submit_result', { task_id, summary: 'Printed.' })
    await eda.does('ui_review_result', { task_id, outcome: 'send_back', note: 'Two are of another colour.' })
    expect(await page('/inbox', ben.session)).to.match(
      /sent “Print the tags” back<\/a><\/p><p>“Two are of another colour\.”/,
    )
    // what a browser fetched stays a line of its own
    await server.landed()
    await server.sql`update inbox set fetched_seq = last_seq where participant_id = ${eda.id}`
    await ben.does('ui_submit_result', { task_id, summary: 'Printed anew.' })
    const asked = (await page('/inbox', eda.session)).split('<li>').filter((line) => line.includes('Print the tags'))
    expect(asked.map((line) => [line.includes('Send back'), line.includes('Answered already.')])).to.deep.equal([
      [true, false],
      [false, true],
    ])
    const thread = (): Promise<string> => page(`/t/${thread_id}`, eda.session)
    expect(await thread())
      .to.contain('<bdi>Ben</bdi> did it. You check.')
      .and.contain('Printed anew.')
      .and.not.contain('Result:')
    await eda.does('ui_review_result', { task_id, outcome: 'approve' })
    expect(await thread()).to.contain('<bdi>Ben</bdi> did it. You checked it.')
    const { task_id: over } = await eda.does('ui_create_task', { ...task, title: 'Cut the tags' })
    await eda.does('ui_update_task', { task_id: over, action: 'cancel', note: 'They come cut.' })
    expect((await thread()).split('You check')).to.have.lengthOf(2)
  })

  it('the note of a task stands under the move it came with, for whoever may read the thread', async () => {
    const [eda, kim, ben] = [await signIn(server, 'Eda'), await signIn(server, 'Kim'), cast.ben]
    const { hub_id, slug } = await eda.does('ui_create_hub', { title: 'Ink and paper' })
    await server.seat(hub_id, ben.id, eda.id)
    const { thread_id } = await ben.does('ui_start_thread', { hub: slug, title: 'Tags', body: 'New ones.' })
    await server.seat(thread_id, kim.id, eda.id)
    const { task_id } = await ben.does('ui_create_task', { thread_id, title: 'Print them', assignee: kim.id })
    const fetched = async (): Promise<void> => {
      await server.landed()
      await server.sql`update inbox set fetched_seq = last_seq where participant_id = ${ben.id}`
    }
    await kim.does('ui_update_task', { task_id, action: 'take' })
    const waits = (note: string) => kim.does('ui_update_task', { task_id, action: 'block', note })
    await waits('There is no ink.')
    await fetched()
    await kim.does('ui_update_task', { task_id, action: 'unblock' })
    await fetched()
    await waits('There is no paper.')
    expect((await page('/inbox', ben.session)).split('“There is no paper.”'), 'once').to.have.lengthOf(2)
    await eda.does('ui_update_task', { task_id, action: 'cancel', note: 'They come printed.' })
    expect(await page('/inbox', kim.session), 'a seat in the thread is enough').to.contain('“They come printed.”')
    expect(await page('/inbox', ben.session))
      .to.contain('“They come printed.”')
      .and.not.contain('no paper')
    await eda.does('ui_moderate', { action: 'hide', target: thread_id, level: 'hide' })
    for (const one of [ben, kim]) expect(await page('/inbox', one.session)).not.to.contain('They come printed.')
  })

  it('a result that is a post here can be opened from its card, before anybody has reach; another site is only named', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Mills', body: 'Compare.' })
    const results = [
      `${server.url}/t/${thread_id}/m/${(await cast.cleosAgent.does('post_reply', { thread_id, body: 'Rye: 2.' }))['post_id']}`,
      'https://mill.example/rye',
    ]
    const task_ids: string[] = []
    for (const link of results) {
      const asks = { thread_id, title: 'Compare', assignee: cast.cleosAgent.handle, reviewer: cast.ada.handle }
      const { task_id } = await ada.does('ui_create_task', asks)
      await cast.cleosAgent.does('submit_result', { task_id, link })
      task_ids.push(task_id as string)
    }
    for (const path of ['/', `/t/${thread_id}`]) {
      const shown = await page(path)
      expect(shown, path).to.contain(`<a href="${new URL(results[0] ?? '').pathname}">the post</a>`)
      expect(shown, path).to.contain('[link to mill.example]').and.not.contain('href="/out')
    }
    for (const task_id of task_ids) await ada.does('ui_review_result', { task_id, outcome: 'approve' })
  })

  it('a result on another site is a link once its assignee has reach, who need not have posted; a place here is opened where it points', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Sacks', body: 'Compare.' })
    const [there, here] = ['https://sack.example/rye', `${server.url}/p/${pad_id}?history#last`]
    const miller = await cast.ben.agent('Miller')
    await miller.does('join_hub', { hub: cast.hub.slug })
    const task_ids: string[] = []
    for (const link of [there, here]) {
      const asks = { thread_id, title: 'Compare', assignee: miller.handle, reviewer: cast.ada.handle }
      const { task_id } = await ada.does('ui_create_task', asks)
      await miller.does('submit_result', { task_id, link })
      task_ids.push(task_id as string)
    }
    await server.sql`update participant set created_at = created_at - interval '3 days'
      where id = (select human_id from participant where id = ${miller.id}) or id = ${miller.id}`
    for (const path of [`/t/${thread_id}`, '/tasks']) {
      const shown = await page(path)
      expect(shown, path).to.contain(`href="/out?u=${encodeURIComponent(there)}"`)
      expect(shown, path).to.contain(`href="/p/${pad_id}?history#last">the pad</a>`)
    }
    for (const task_id of task_ids) await ada.does('ui_review_result', { task_id, outcome: 'approve' })
  })

  it('what an own agent did with a task of its human is said once', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Sieve', body: 'Buy it.' })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Buy a sieve', assignee: cast.otto.id })
    await cast.otto.does('update_task', { task_id, action: 'take' })
    await cast.otto.does('submit_result', { task_id, pad_id })
    const said = (await page('/')).match(/<li>.*?Buy a sieve/gs) ?? []
    expect(said.filter((line) => line.includes('finished'))).to.have.length(1)
  })

  it('what others wrote is quoted in plain words, without marks and without the address of a link', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Crust', body: 'Which?' })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Look it up', reviewer: ada.id })
    await cast.cleosAgent.does('post_reply', { thread_id, body: `- See **this** [of the pad](/p/${pad_id}), @ada` })
    for (const action of ['take', 'start']) await cast.cleosAgent.does('update_task', { task_id, action })
    await cast.cleosAgent.does('submit_result', { task_id, pad_id, summary: '- **Dark** crust\n- [the pad](/p/x)' })
    for (const path of ['/', '/inbox']) {
      const said = await page(path)
      expect(said, path).to.contain('See this of the pad, @ada')
      expect(said, path).not.to.match(/\*\*|\]\(/)
    }
    expect(await page('/')).to.contain('“Dark crust the pad”')
    await ada.does('ui_review_result', { task_id, outcome: 'approve' })
  })

  it('why an own agent is stuck stands on Home, though the inbox says that it is', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Mill', body: 'Ask it.' })
    const task = { thread_id, title: 'Ask the mill', assignee: cast.otto.id }
    const { task_id } = await ada.does('ui_create_task', task)
    await cast.otto.does('update_task', { task_id, action: 'take' })
    await cast.otto.does('update_task', { task_id, action: 'start' })
    await cast.otto.does('update_task', { task_id, action: 'block', note: 'The mill wants a customer number.' })
    expect(await page('/')).to.contain('The mill wants a customer number.')
    await cast.otto.does('update_task', { task_id, action: 'decline', note: 'No number.' })
  })

  it('who would check the work of an own agent is told why not, before and after', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Salt', body: 'Buy some.' })
    const form = await page(`/new?what=task&thread=${thread_id}`)
    expect(form).to.contain('comes to you anyway').and.contain('goes to no agent of yours')
    const asks = { title: 'Buy salt', assignee: cast.otto.id, reviewer: ada.id }
    const refused = await send(`/new?what=task&thread=${thread_id}`, formOf(form, 'ui_create_task'), undefined, asks)
    expect(refused.status).to.equal(403)
    expect(await refused.text())
      .to.contain('count as one person')
      .and.contain('or nobody')
  })

  it('a flag on Home says what is wrong, in the words of who raised it', async () => {
    const { data } = (await ada.app('ui_open_pad', { pad_id })).body
    const { thread_id } = await cast.cleosAgent.does('start_thread', {
      hub: cast.hub.slug,
      title: 'It is 74 %, not 78',
      body: 'Look.',
      pad_id,
      anchor_block: data.sections[0].section_id,
      flag_wrong: true,
      source: 'the mill',
    })
    expect(await page('/')).to.match(/says <a [^>]*>Hydration<\/a> is wrong[\s\S]*It is 74 %, not 78[\s\S]*the mill/)

    // a task is no post
    await cast.cleosAgent.does('create_task', { thread_id, title: 'Ask the mill' })
    expect(await page(`/p/${pad_id}`)).to.match(/this is wrong: [^]*It is 74 %, not 78[^]{0,12}<\/a><br>1 post[<,]/)
  })

  it('an edit of one’s own agent is taken back from Home, and its agent paused', async () => {
    const { version } = (await ada.app('ui_open_pad', { pad_id })).body['data']
    await cast.otto.does('edit_pad', { pad_id, base_version: version, text: '# Hydration\n\nAll rye.' })
    expect(await page('/')).to.match(/changed Hydration<[^]*<ins>All rye\.<\/ins>/)
    const undo = await send('/', formOf(await page('/'), 'ui_undo_edit'))
    expect(undo.status).to.equal(303)
    expect((await ada.app('ui_open_pad', { pad_id })).body['view'].sections[0].text).not.to.contain('All rye')
    expect(await page('/')).to.match(/changed Hydration; taken back/)
    expect((await send('/', formOf(await page('/'), 'ui_pause_agents'))).status).to.equal(303)
    expect(await page('/')).to.contain('Let it go on')
    await send('/', formOf(await page('/'), 'ui_pause_agents'))
    expect(await page('/')).to.contain('>Pause<')
  })

  it('the inbox says everything in sentences, by class and by age, and forgets what was seen', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Ovens', body: 'Two.' })
    await cast.bensAgent.does('post_reply', { thread_id, body: `@${cast.ada.handle} which one?` })
    const inbox = await page('/inbox')
    expect(inbox).to.contain('<bdi>Bens agent</bdi> named you in “<bdi>Ovens</bdi>”').and.contain('which one?')
    expect(inbox).to.match(/id="d0">The last 24 hours</)
    const [, path = '', seq] = /href="([^"#]+)#(seq-\d+)"><bdi>Bens agent<\/bdi> named you/.exec(inbox) ?? []
    expect(path).to.equal(`/t/${thread_id}`)
    expect(await page(path), 'the thread, at that post')
      .to.contain(`id="${seq}"`)
      .and.contain('Two.')
    expect(await page('/inbox?show=account')).not.to.contain('named you')
    const form = formOf(inbox, 'ui_ack')
    expect((await send('/inbox', form)).status).to.equal(303)
    expect(await page('/inbox')).not.to.contain('named you')
    expect(await page('/inbox?show=seen')).to.contain('named you')
  })

  it('a post that answers and names its reader is one line, on Home and in the inbox, seen by one press', async () => {
    const { thread_id, post_id } = await ada.does('ui_start_thread', {
      hub: cast.hub.slug,
      title: 'Tins',
      body: 'Six?',
    })
    const ben = cast.ben
    await ben.app('ui_join_hub', { hub: cast.hub.slug })
    await ben.does('ui_post', { thread_id, reply_to: post_id, body: `@${cast.ada.handle} seven.` })
    const home = await page('/')
    expect(home).to.contain('<bdi>Ben</bdi> answered and named you in “<bdi>Tins</bdi>”')
    expect(home).not.to.match(/Ben<\/bdi> (answered|named) you in “<bdi>Tins/)
    const inbox = await page('/inbox')
    expect(inbox.split('in “<bdi>Tins</bdi>”')).to.have.lengthOf(2)
    const line = inbox.split('<li>').find((one) => one.includes('<bdi>Tins</bdi>')) ?? ''
    await send('/inbox', formOf(line, 'ui_ack'))
    for (const path of ['/', '/inbox']) expect(await page(path), path).not.to.match(/Ben<\/bdi> (answered|named)/)
  })

  it('putting away a day leaves what waits for a decision', async () => {
    const edit_id = await suggest('Mix at 40 % water.')
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Sacks', body: 'Ten.' })
    await cast.bensAgent.does('post_reply', { thread_id, body: `@${cast.ada.handle} and now?` })
    await send('/inbox', formOf(await page('/inbox'), 'ui_ack'))
    expect(await page('/inbox'))
      .to.contain(edit_id)
      .and.not.contain('and now?')
    expect(await page('/')).to.contain(edit_id)
  })

  it('what one has to do oneself stands on Home, is begun, given back and handed in there', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Market', body: 'x' })
    const given = async (title: string): Promise<string> =>
      (await cast.bensAgent.does('create_task', { thread_id, title, assignee: cast.ada.handle }))['task_id']
    const [photo, sign] = [await given('Photograph the loaf'), await given('Paint the sign')]
    await cast.bensAgent.does('create_task', { thread_id, title: 'Count the bags', assignee: cast.otto.handle })
    const stateOf = async (id: string): Promise<unknown> =>
      (await ada.app('ui_open_thread', { thread_id })).body['view'].tasks.find((one: any) => one.id === id).state
    const home = await page('/')
    const toDo = home.slice(home.indexOf('Yours to do'))
    expect(toDo).to.contain('Photograph the loaf').and.contain('Paint the sign').and.contain('It is for you.')
    expect(toDo.slice(0, toDo.indexOf('</section>')), 'an agent of theirs has it').not.to.contain('Count the bags')
    expect(
      (await send('/', formOf(home, 'ui_update_task', `${photo}"><input type="hidden" name="action" value="start`)))
        .status,
    ).to.equal(303)
    expect(await stateOf(photo)).to.equal('working')
    const back = formOf(
      await page('/'),
      'ui_update_task',
      `value="decline"><input type="hidden" name="back" value="${sign}"`,
    )
    expect((await send('/', back, undefined, { note: 'No paint.' })).status).to.equal(303)
    expect(await stateOf(sign)).to.equal('open')
    const refused = await send('/', formOf(await page('/'), 'ui_submit_result', photo))
    expect(refused.status).to.equal(400)
    expect(await refused.text()).to.contain('Say what was done, or point to the pad or the page where it is.')
    const done = formOf(await page('/'), 'ui_submit_result', photo)
    expect((await send('/', done, undefined, { link: 'https://pictures.example/loaf.jpg' })).status).to.equal(303)
    expect(await stateOf(photo)).to.equal('done')
    expect(await page('/')).not.to.contain('Yours to do')
  })

  it('a task is taken, handed in and looked at on the page of tasks', async () => {
    const { thread_id } = await ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Oven', body: 'x' })
    const { task_id } = await ada.does('ui_create_task', { thread_id, title: 'Clean the oven' })
    const theirs = await cast.bensAgent.does('create_task', {
      thread_id,
      title: 'Buy salt',
      assignee: cast.cleosAgent.handle,
      reviewer: cast.ada.handle,
    })
    const first = await page('/tasks')
    expect(first).to.contain('Open for anyone').and.contain('Clean the oven').and.contain('The bakery')
    await cast.bensAgent.does('create_task', { thread_id, title: 'Fetch yeast', assignee: cast.otto.handle })
    expect(first).not.to.contain('Buy salt')
    const moves = formOf(first, 'ui_update_task', task_id)
    expect((await send('/tasks', moves)).status).to.equal(303)
    const { tasks } = (await ada.app('ui_open_thread', { thread_id })).body['view']
    expect(tasks.find(({ id }: any) => id === task_id).state).to.equal('taken')
    await cast.cleosAgent.does('submit_result', { task_id: theirs['task_id'], pad_id, summary: 'Two kilos.' })
    const second = await page('/tasks')
    expect(second).to.match(/You check[\s\S]*Buy salt[\s\S]*At work/)
    expect(second.slice(second.indexOf('At work')))
      .to.contain('Clean the oven')
      .and.contain('Fetch yeast')
    const right = formOf(second, 'ui_review_result', theirs['task_id'])
    expect((await send('/tasks', right, undefined, { outcome: 'approve', sure: '1' })).status).to.equal(303)
    expect(await page('/tasks')).not.to.contain('You check')
    await ada.does('ui_submit_result', { task_id, pad_id, summary: 'Clean.' })
    expect(await page('/tasks?show=done')).to.contain('Clean the oven')
    await server.sql`update task set done_at = done_at - interval '30 days' where id = ${task_id}`
    expect(await page('/tasks')).not.to.contain('Clean the oven')
    expect(await page('/tasks?show=done'), 'a month later').to.contain('Clean the oven')
  })

  it('Home leads from a suggestion to a thread about the pad it would change', async () => {
    await suggest('Mix at 74 % water.')
    const link = /<a class="[^"]*" href="([^"]*)">Talk about it<\/a>/.exec(await page('/'))?.[1]
    const form = await page((link ?? '').replaceAll('&amp;', '&'))
    expect(form)
      .to.contain(`name="pad_id" value="${pad_id}"`)
      .and.to.match(/About <a [^>]*><bdi>House bread/)
  })
})
