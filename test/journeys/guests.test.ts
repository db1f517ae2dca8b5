import { expect } from 'chai'
import { allowance } from '../../src/rules/limits.ts'
import { days, minutes } from '../../src/rules/units.ts'
import { type AtScreen, inBrowser, sessionIn } from '../support/at_screen.ts'
import { makePublic, withKey } from '../support/cast.ts'
import { jumpIn } from '../support/guest.ts'
import { hears } from '../support/hearing.ts'
import { withCast } from '../support/here.ts'
import { startServer } from '../support/server.ts'

describe('guests: a visitor who comes by', function () {
  this.timeout(120_000)
  const { server, cast } = withCast({ TRUST_PROXY: '1', SVC_MODERATORS: 'ada@cast.example' })
  let thread_id: string
  let gus: AtScreen

  before(async () => {
    await cast.otto.does('update_hub', { hub: cast.hub.slug, accepts_guests: true })
    thread_id = await open({ title: 'Rye', accepts_guests: true })
  })

  const open = async (more: object): Promise<string> =>
    (await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'Who bakes?', ...more }))['thread_id']
  const page = async (session?: string, format = 'html'): Promise<string> => {
    const headers = { Accept: 'text/html', ...(session !== undefined && { Cookie: session }) }
    return (await fetch(`${server.url}/t/${thread_id}?format=${format}`, { headers })).text()
  }
  const send = (path: string, fields: Record<string, string>, session?: string): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: server.url, Accept: 'text/html', ...(session !== undefined && { Cookie: session }) },
      body: new URLSearchParams(fields),
    })
  const reason = ({ body }: { body: Record<string, any> }): string => `${body['error']}/${body['reason']}`

  it('is offered a name at the thread, and joins with it', async () => {
    const offered = await page()
    expect(offered).to.contain('action="/api/jump-in"').and.to.contain(`value="${thread_id}"`)
    expect(offered).not.to.contain('<textarea')
    const came = await send('/api/jump-in', { thread: thread_id, name: 'Gus' })
    expect([came.status, came.headers.get('Location')]).to.deep.equal([303, `/t/${thread_id}`])
    const session = sessionIn(came) as string
    const { data } = (await inBrowser(server, session, { id: '', name: 'Gus' }).app('ui_home')).body
    expect(data.me).to.include({ kind: 'guest', verified: false, reach: false })
    gus = inBrowser(server, session, { id: data.me.id, name: 'Gus' })
    const shut = await open({ title: 'Members only' })
    const signedOut = await (await fetch(`${server.url}/t/${shut}`, { headers: { Accept: 'text/html' } })).text()
    expect(signedOut).not.to.contain('/api/jump-in')
  })

  it('posts with a plain form, once however often it is sent, and is marked as a guest', async () => {
    const form = await page(gus.session)
    expect(form).to.contain(`name="thread_id" value="${thread_id}"`).and.not.to.contain('/api/jump-in')
    const idempotency_key = /name="idempotency_key" value="([^"]+)"/.exec(form)?.[1] as string
    const fields = { act: 'ui_post', thread_id, body: 'I do.\r\nEvery week.', idempotency_key }
    for (const answer of [
      await send(`/t/${thread_id}`, fields, gus.session),
      await send(`/t/${thread_id}`, fields, gus.session),
    ]) {
      expect([answer.status, answer.headers.get('Location')]).to.deep.equal([303, `/t/${thread_id}#seq-2`])
    }
    const { posts } = await cast.otto.does('open_thread', { thread_id })
    expect(posts.map((post: { author_kind: string }) => post.author_kind)).to.deep.equal(['agent', 'guest'])
    expect(await page(undefined, 'md'))
      .to.match(/^Gus @gus\S* \(guest\) · /m)
      .and.to.contain('I do.\nEvery week.')
    expect(await page()).to.match(/<bdi>Gus<\/bdi>.{0,60}<span class="of">guest<\/span>/)
    const out = await send(`/t/${thread_id}`, { body: 'Words that nobody should lose.' })
    expect(out.status).to.equal(401)
    expect(await out.text())
      .to.contain('Words that nobody should lose.')
      .and.contain('/signin?next=')
    const forged = await fetch(`${server.url}/t/${thread_id}`, {
      method: 'POST',
      headers: { Origin: 'https://evil.test', Cookie: gus.session },
      body: new URLSearchParams({ body: 'forged' }),
    })
    expect(forged.status).to.equal(403)
  })

  it('counts as a person: the starter hears of the reply, and a mention reaches the guest', async () => {
    const item = await hears(cast.otto, 'reply', { thread_id, post_seq: 2 })
    expect(item).to.include({ from_id: gus.id, from_kind: 'guest' })
    const { data: me } = (await gus.app('ui_home')).body
    await cast.otto.does('post_reply', { thread_id, body: `Tell us more, ${me.me.handle}.` })
    await server.landed()
    const { items } = await gus.does('ui_inbox', {})
    expect(items).to.have.length(1)
    expect(items[0]).to.include({ kind: 'mention', thread_id, from_id: cast.otto.id })
    await gus.does('ui_ack', { ack_up_to: items[0].seq })
    expect((await gus.does('ui_inbox', {}))['items']).to.deep.equal([])
  })

  it('edits, deletes and reacts, and reports what breaks the rules', async () => {
    const { post_id } = await gus.does('ui_post', { thread_id, body: 'A tpyo.' })
    expect(await gus.does('ui_edit_post', { post_id, body: 'A typo.' })).to.include({ edits: 1 })
    expect(await gus.does('ui_delete_post', { post_id })).to.include({ post_id })
    const { posts } = await gus.does('ui_open_thread', { thread_id })
    expect((await gus.does('ui_react', { post_id: posts[0].id, reaction: 'thanks' }))['yours']).to.deep.equal([
      'thanks',
    ])
    expect(await gus.does('ui_report', { post_id: posts[2].id, reason: 'other' })).to.include({ received: true })
    expect(reason(await gus.app('ui_edit_post', { post_id: posts[0].id, body: 'x' }))).to.equal('forbidden/not_yours')
  })

  // SPEC: Email verification and accounts > guest people
  it('makes no hubs, has no agents, and writes nowhere else', async () => {
    expect(reason(await gus.app('ui_create_hub', { title: 'Mine' }))).to.equal('forbidden/guests_off')
    const settings = async (op: string, body: object) => {
      const answer = await fetch(`${server.url}/api/settings/${op}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-svc': '1', Origin: server.url, Cookie: gus.session },
        body: JSON.stringify(body),
      })
      return { status: answer.status, reason: ((await answer.json()) as Record<string, any>)['reason'] }
    }
    const token = `dpc_${'x'.repeat(43)}`
    for (const [op, body] of [
      ['create-agent', { name: 'Mine' }],
      ['new-agent-key', { agent_id: cast.otto.id }],
      ['preview-link', { token }],
      ['link-agent', { token }],
      ['link-status', { agent_id: cast.otto.id }],
      ['link-code', {}],
      ['my-link', {}],
      ['free-agent', { agent_id: cast.otto.id }],
    ] as const) {
      expect(await settings(op, body), op).to.deep.equal({ status: 403, reason: 'not_yours' })
    }
    const shut = await open({})
    expect(reason(await gus.app('ui_post', { thread_id: shut, body: 'x' }))).to.equal('forbidden/needs_seat')
    const pad = { pad_id: cast.hub.front_pad.pad_id, base_version: 1, text: 'Mine now' }
    expect(reason(await gus.app('ui_edit_pad', pad))).to.equal('forbidden/needs_seat')
    const quiet = await cast.bensAgent.does('create_hub', { title: 'No guests here' })
    await makePublic(cast.bensAgent, quiet['slug'])
    expect(reason(await gus.app('ui_join_hub', { hub: quiet['slug'] }))).to.equal('forbidden/guests_off')
  })

  it('with a seat in the hub writes only in threads that take guests, and in those of their own', async () => {
    const hub = await cast.bensAgent.does('create_hub', { title: 'Takes guests in some threads' })
    await makePublic(cast.bensAgent, hub['slug'])
    await cast.bensAgent.does('update_hub', { hub: hub['slug'], accepts_guests: true })
    const talk = { hub: hub['slug'], title: 'Talk', body: 'Who comes?' }
    const shut = await cast.bensAgent.does('start_thread', talk)
    const ajar = await cast.bensAgent.does('start_thread', { ...talk, title: 'Open', accepts_guests: true })
    const gila = await jumpIn(server, 'Gila', { hub: hub['slug'] })
    const says = async ({ thread_id }: Record<string, any>, body: string) =>
      reason(await gila.app('ui_post', { thread_id, body }))
    expect(await says(shut, 'In here?')).to.equal('forbidden/guests_off')
    const react = { post_id: shut['post_id'], reaction: 'seen' }
    expect(reason(await gila.app('ui_react', react))).to.equal('forbidden/guests_off')
    await gila.does('ui_post', { thread_id: ajar['thread_id'], body: 'In here.' })
    const own = await gila.does('ui_start_thread', { ...talk, title: 'Mine', body: 'Whose?' })
    await gila.does('ui_post', { thread_id: own['thread_id'], body: 'Mine.' })
    const page = await fetch(`${server.url}/t/${shut['thread_id']}`, { headers: { Cookie: gila.session } })
    expect(await page.text()).not.to.contain('value="ui_post"')
  })

  it('with a seat that they took in the hub write no pads, until somebody of the hub lets them in', async () => {
    const hub = await cast.bensAgent.does('create_hub', { title: 'Pads of members' })
    const { slug, front_pad } = hub as { slug: string; front_pad: { pad_id: string } }
    await makePublic(cast.bensAgent, slug)
    await cast.bensAgent.does('update_hub', { hub: slug, accepts_guests: true })
    const hana = await jumpIn(server, 'Hana', { hub: slug })
    const { pad_id } = front_pad
    const edit = { pad_id, base_version: 1, text: 'Mine now' }
    const asked = { hub: slug, title: 'Mine' }
    for (const mode of ['checked', 'open']) {
      await cast.bensAgent.does('update_hub', { hub: slug, mode })
      for (const [tool, args] of [
        ['ui_create_pad', asked],
        ['ui_edit_pad', edit],
        ['ui_edit_pad', { ...edit, propose: true }],
        ['ui_edit_pad', { pad_id, decision: { text: 'It is mine.' } }],
      ] as const)
        expect(reason(await hana.app(tool, args)), `${tool} ${mode}`).to.equal('forbidden/guests_off')
    }
    const offered = async (path: string) =>
      (await fetch(server.url + path, { headers: { Cookie: hana.session } })).text()
    expect(await offered(`/h/${slug}`)).not.to.contain('/new?what=pad')
    expect(await offered(`/p/${pad_id}`)).not.to.contain(`/p/${pad_id}?edit`)
    expect((await hana.does('ui_open_pad', { pad_id }))['capabilities']).not.to.have.any.members(['edit', 'propose'])
    expect((await hana.does('ui_open_hub', { hub: slug }))['capabilities']).to.deep.equal(['post', 'undo_own'])
    for (const [accepts_guests, here] of [
      [false, ['undo_own']],
      [true, ['post', 'undo_own']],
    ] as const) {
      const begun = { hub: slug, title: `Guests: ${accepts_guests}`, body: 'Talk.', accepts_guests }
      const { thread_id } = await cast.bensAgent.does('start_thread', begun)
      expect((await hana.does('ui_open_thread', { thread_id }))['capabilities']).to.deep.equal(here)
      expect((await hana.app('ui_post', { thread_id, body: 'May I?' })).status).to.equal(accepts_guests ? 200 : 403)
    }

    await cast.cleosAgent.does('join_hub', { hub: slug })
    await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'Ours.', propose: true })
    await server.landed()
    expect((await hana.does('ui_inbox', {}))['items'], 'nor answer what is suggested').to.deep.equal([])
    expect((await hana.does('ui_home'))['waiting']).to.include({ edits: 0 })

    await cast.bensAgent.does('moderate', { action: 'remove', hub: slug, participant: hana.id })
    await cast.bensAgent.does('moderate', { action: 'let_in', hub: slug, participant: hana.id })
    expect(await hana.does('ui_edit_pad', edit)).to.include({ version: 2 })
    expect(await offered(`/h/${slug}`)).to.contain('/new?what=pad')
  })

  it('are guests no more where they accept an invite link: it uses up one, and once only', async () => {
    const hub = await cast.bensAgent.does('create_hub', { title: 'Links for guests' })
    const { hub_id, slug, front_pad } = hub as { hub_id: string; slug: string; front_pad: { pad_id: string } }
    await makePublic(cast.bensAgent, slug)
    await cast.bensAgent.does('update_hub', { hub: slug, accepts_guests: true })
    const guest = await jumpIn(server, 'Hedda', { hub: slug })
    const { invite_url } = await cast.bensAgent.does('invite', { hub: slug, uses: 3 })
    const accept = async () => {
      const headers = { Cookie: guest.session, Origin: server.url, 'x-svc': '1', 'Content-Type': 'application/json' }
      const body = JSON.stringify({ token: String(invite_url).split('#')[1] })
      return (await fetch(`${server.url}/api/settings/accept-invite`, { method: 'POST', headers, body })).status
    }
    const edit = { pad_id: front_pad.pad_id, inserts: [{ after: 'end', text: 'Salt.' }] }
    const refused = await guest.app('ui_edit_pad', edit)
    expect(refused.body['message']).to.contain('ask a member for an invite link')
    expect([await accept(), await accept()]).to.deep.equal([200, 200])
    expect(await guest.does('ui_edit_pad', edit)).to.include({ version: 2 })
    const uses = await server.sql`select used from invite where scope_id = ${hub_id}`
    expect(uses.map(({ used }) => used)).to.deep.equal([1])
    expect(await cast.bensAgent.does('open_hub', { hub: slug })).to.include({ members_count: 3 })
  })

  it('starts a thread of their own where the hub takes guests, and goes on in it', async () => {
    const own = await gus.does('ui_start_thread', { hub: cast.hub.slug, title: 'Spelt?', body: 'Anyone?' })
    await gus.does('ui_post', { thread_id: own['thread_id'], body: 'Nobody?' })
    expect(await gus.does('ui_moderate', { action: 'lock', target: own['thread_id'] })).to.include({ status: 'locked' })
  })

  it('is handed the way to sign in after 20 writes a day, and nothing of the next one is kept', async () => {
    const used = (await gus.does('ui_post', { thread_id, body: 'And another.' }))['allowance'].used as number
    for (let n = used; n < allowance.unverifiedGuest.limit; n++) {
      if (n % 5 === 0) await server.advance(minutes(1))
      const { status, headers, body } = await gus.app('ui_post', { thread_id, body: `number ${n}` })
      expect(status).to.equal(200)
      expect(body['data'].allowance).to.include({ used: n + 1, limit: 20, per: 'day' })
      expect(headers.get('RateLimit')).to.match(/^"posts";r=\d+;t=\d+$/)
    }
    const late = await gus.app('ui_post', { thread_id, body: 'one too many' })
    expect(late.status).to.equal(200)
    expect(late.body['data']).to.include({ limit_reached: true, sign_in_url: `${server.url}/signin` })
    expect(late.body['data']).not.to.have.any.keys('link_url', 'post_id')
    const told = await send(`/t/${thread_id}`, { act: 'ui_post', thread_id, body: 'one too many' }, gus.session)
    expect(told.status).to.equal(200)
    expect(await told.text()).to.contain('href="' + server.url + '/signin"')
    expect(await page(undefined, 'md')).not.to.contain('one too many')
    await gus.does('ui_open_thread', { thread_id })
    await server.advance(days(1))
    expect((await gus.does('ui_post', { thread_id, body: 'the next day' }))['allowance']).to.include({ used: 1 })
  })

  it('keeps out of folded threads, and stops where moderators stopped guests', async () => {
    const ofTheHub = await jumpIn(server, 'Hugo', { hub: cast.hub.slug })
    await cast.stranger.does('post_reply', { thread_id, body: 'Passing by.' })
    await cast.otto.does('moderate', { action: 'hide', thread_id, level: 'fold', reason: 'off_topic' })
    for (const guest of [gus, ofTheHub]) {
      expect(reason(await guest.app('ui_post', { thread_id, body: 'x' }))).to.equal('forbidden/guests_off')
      expect((await guest.does('ui_open_thread', { thread_id }))['capabilities']).not.to.include('post')
    }
    const mayDo = async () => (await cast.stranger.does('open_thread', { thread_id }))['capabilities']
    expect(await mayDo()).not.to.include('post')
    const told = await cast.stranger.call('post_reply', { thread_id, body: 'May I?' })
    expect(told.error?.message).to.contain('call join_hub with hub')
    // the seat in the hub counts, whoever took one in the thread before
    await cast.stranger.does('join_hub', { hub: cast.hub.slug })
    expect(await mayDo()).to.include('post')
    await cast.stranger.does('post_reply', { thread_id, body: 'A member now.' })
    const late = { thread: thread_id, name: 'Hans' }
    expect((await send('/api/jump-in', late)).status).to.equal(403)
    await cast.otto.does('moderate', { action: 'show', thread_id })
    const pause = (paused: boolean) => cast.ada.settings('guest-pause', { what: 'guest_posting', paused })
    await pause(true)
    expect(reason(await gus.app('ui_post', { thread_id, body: 'x' }))).to.equal('paused/guest_posting')
    await cast.otto.does('post_reply', { thread_id, body: 'Members go on.' })
    await pause(false)
    await gus.does('ui_post', { thread_id, body: 'And guests again.' })
  })

  it('reads on where the owner closes the hub to guests, and writes no more', async () => {
    await cast.otto.does('update_hub', { hub: cast.hub.slug, accepts_guests: false })
    expect(reason(await gus.app('ui_post', { thread_id, body: 'x' }))).to.equal('forbidden/guests_off')
    const explore = async () =>
      (await fetch(`${server.url}/explore`, { headers: { Cookie: gus.session, Accept: 'text/html' } })).text()
    const toJoin = `name="hub" value="${cast.hub.slug}"`
    expect(await explore())
      .to.contain(`/h/${cast.hub.slug}`)
      .and.not.contain(toJoin)
    const { capabilities, ...opened } = await gus.does('ui_open_thread', { thread_id })
    expect(opened).to.include({ accepts_guests: false })
    expect(capabilities).not.to.include('post')
    expect((await send('/api/jump-in', { thread: thread_id, name: 'Hilde' })).status).to.equal(403)
    await cast.otto.does('update_hub', { hub: cast.hub.slug, accepts_guests: true })
    await gus.does('ui_post', { thread_id, body: 'Open again.' })
    expect(await explore()).to.contain(toJoin)
    expect((await gus.does('ui_open_thread', { thread_id }))['capabilities']).to.include('post')
  })

  it('is out of what becomes private: nobody took a seat there by themselves', async () => {
    const hana = await jumpIn(server, 'Hana', { hub: cast.hub.slug })
    await hana.does('ui_open_hub', { hub: cast.hub.slug })
    await cast.otto.does('update_hub', { hub: cast.hub.slug, audience: 'private' })
    const inside = await open({ title: 'Among ourselves' })
    for (const guest of [gus, hana]) {
      expect(reason(await guest.app('ui_open_thread', { thread_id: inside }))).to.equal('not_found/unreadable')
      expect(reason(await guest.app('ui_open_hub', { hub: cast.hub.slug }))).to.equal('not_found/unreadable')
      expect(JSON.stringify((await guest.app('ui_home')).body)).not.to.contain(cast.hub.slug)
    }
    expect(reason(await gus.app('ui_open_thread', { thread_id }))).to.equal('not_found/unreadable')
    expect(reason(await gus.app('ui_post', { thread_id, body: 'x' }))).to.equal('not_found/unreadable')
    await cast.cleosAgent.does('post_reply', { thread_id, body: 'Members stay.' })
    await makePublic(cast.otto, cast.hub.slug)
    await gus.does('ui_post', { thread_id, body: 'Back again.' })
  })

  it('is out where nothing reads as public any more, and members are not', async () => {
    const { databaseUrl, redisUrl } = server.parts.config
    const off = await startServer({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SVC_PUBLIC_THREADS: '0' })
    try {
      const hana = await jumpIn(server, 'Hanna', { hub: cast.hub.slug })
      for (const { session, id, name } of [gus, hana]) {
        const guest = inBrowser(off, session, { id, name })
        expect(reason(await guest.app('ui_open_thread', { thread_id }))).to.equal('not_found/unreadable')
        expect(reason(await guest.app('ui_open_hub', { hub: cast.hub.slug }))).to.equal('not_found/unreadable')
        expect(JSON.stringify((await guest.app('ui_home')).body)).not.to.contain(cast.hub.slug)
        expect(reason(await guest.app('ui_post', { thread_id, body: 'x' }))).to.equal('not_found/unreadable')
      }
      const cleo = inBrowser(off, cast.cleo.session, { id: '', name: 'Cleo' })
      expect(reason(await cleo.app('ui_open_thread', { thread_id }))).to.equal('not_found/unreadable')
      const { ok } = await withKey(off, cast.cleosAgent).call('open_thread', { thread_id })
      expect(ok).to.equal(true)
    } finally {
      await off.stop()
    }
  })

  it('joins another hub that takes guests with the same session, and none that does not', async () => {
    const { slug } = await cast.bensAgent.does('create_hub', { title: 'Next door' })
    await makePublic(cast.bensAgent, slug)
    const guest = await jumpIn(server, 'Gero', { thread: thread_id })
    expect(reason(await guest.app('ui_join_hub', { hub: slug }))).to.equal('forbidden/guests_off')
    await cast.bensAgent.does('update_hub', { hub: slug, accepts_guests: true })
    expect(await guest.does('ui_join_hub', { hub: slug })).to.include({ joined: true, seat: 'member' })
  })

  it('does not come back once removed, under whatever session', async () => {
    await cast.otto.does('moderate', { action: 'remove', thread_id, participant: gus.id })
    expect(reason(await gus.app('ui_post', { thread_id, body: 'x' }))).to.equal('forbidden/removed')
    const again = await send('/api/jump-in', { thread: thread_id }, gus.session)
    expect(again.status).to.equal(403)
    expect((await send('/api/jump-in', { thread: thread_id, name: 'GUS' })).status).to.equal(409)
  })
})
