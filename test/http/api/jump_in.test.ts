import { expect } from 'chai'
import { bodies, perIp, registration } from '../../../src/rules/limits.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { sessionIn } from '../../support/at_screen.ts'
import { fill } from '../../support/filled.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { ownAddress } from '../../support/own_address.ts'
import { type Answer, openWeb, webOf } from '../web.ts'

describe('POST /api/jump-in', () => {
  const { server, cast } = withCast({ TRUST_PROXY: '1', SVC_MODERATORS: 'ada@cast.example' })
  const web = webOf(server)
  let open: string
  before(async () => {
    await cast.otto.does('update_hub', { hub: cast.hub.slug, accepts_guests: true })
    open = await threadThat({ accepts_guests: true })
  })

  const threadThat = (more: object): Promise<string> =>
    startsThread(cast.otto, { hub: cast.hub.slug, title: 'Rye', body: 'Who bakes?', ...more })

  let guests = 0
  /** from an address of its own, so that suites do not use up each other’s windows */
  const jump = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    web.post('/api/jump-in', body, { ...ownAddress(), ...headers })
  const people = async (): Promise<number> => (await web.sql`select count(*)::int as n from participant`)[0]?.['n']

  it('lets a guest see their settings, where nothing offers them agents', async () => {
    const cookie = sessionIn(await jump({ thread: open, name: 'Gwen' })) as string
    const page = async (path: string): Promise<string> =>
      (await fetch(web.url + path, { headers: { Cookie: cookie, Accept: 'text/html' } })).text()
    expect(await page('/settings'))
      .to.contain('You take part as a guest')
      .and.contain('<a href="/signin')
      .and.not.contain('create-agent')
      .and.not.contain('never used')
    expect(await page(`/t/${open}`), 'from every page').to.contain('<a href="/settings">')
  })

  it('tells a guest, of whatever only a person does, that it takes signing in', async () => {
    const cookie = sessionIn(await jump({ thread: open, name: 'Gil' })) as string
    for (const [op, body] of [
      ['create-agent', { name: 'Gilbot' }],
      ['rename-handle', { handle: 'gilbert' }],
      ['export-account', {}],
      ['delete-account', { confirm_handle: 'gil' }],
    ] as const) {
      const { error, reason, message } = (await web.settings(cookie, op, body)).body
      const said = 'Only a signed-in person can do that. Sign in first.'
      expect([error, reason, message], op).to.deep.equal(['forbidden', 'not_yours', said])
    }
  })

  // SPEC: etag: pad pad:
  it('shows a guest their own posts as theirs, under the ETag that everybody has', async () => {
    const thread_id = await threadThat({ accepts_guests: true })
    const cookie = sessionIn(await jump({ thread: thread_id, name: 'Gail' })) as string
    const own = { Cookie: cookie, Origin: web.url, 'x-svc': '1' }
    expect((await web.post('/api/tools/ui_post', { thread_id, body: 'I do.' }, own)).status).to.equal(200)
    const [everybodys, gails] = await Promise.all([{}, { Cookie: cookie }].map(page))
    expect(everybodys?.text).to.match(/^Gail @gail\S* \(guest\) · /m)
    expect(gails?.text).to.match(/^Gail @gail\S* · you \(guest\) · /m)
    expect([everybodys?.etag, gails?.etag]).to.deep.equal(Array(2).fill(`"thread:${thread_id}:2"`))

    async function page(headers: Record<string, string>) {
      const answer = await fetch(`${web.url}/t/${thread_id}.md`, { headers })
      return { text: await answer.text(), etag: answer.headers.get('ETag') }
    }
  })

  // SPEC: Summary > post /api/jump-in
  // SPEC: sets a 30-day dp
  // SPEC: Email verification and accounts > guest people
  it('makes a guest with a session of 30 days and a seat in the thread', async () => {
    const came = await jump({ thread: open, name: '  Gus\n ' })
    expect(came.status).to.equal(200)
    const { participant } = came.body
    expect(participant.id).to.match(/^ppl_[0-9a-z]{26}$/)
    expect(came.body).to.deep.equal({
      participant: { id: participant.id, kind: 'guest', name: 'Gus' },
      scopeId: open,
      kind: 'thread',
      path: `/t/${open}`,
    })
    const line = came.headers.getSetCookie()[0] as string
    expect(line)
      .to.match(/^dp_session=dps_[\w-]{43};/)
      .and.include(`Max-Age=${days(30) / 1000}`)
    expect(line).to.include('HttpOnly').and.include('SameSite=Lax')
    const secret = sessionIn(came)?.slice('dp_session='.length)
    expect(
      JSON.stringify(await web.sql`select * from credential where participant_id = ${participant.id}`),
    ).not.to.include(secret)
    const { members } = await cast.otto.does('open_thread', { thread_id: open, members: true })
    expect(members).to.deep.include({ id: participant.id, kind: 'guest', seat: 'member' })

    const about = await web.settings(sessionIn(came) as string, 'credentials')
    expect(about.body['profile']).to.include({ id: participant.id, name: 'Gus', email_verified: false })
  })

  // SPEC: form or json, max
  it('sends a form on to the thread', async () => {
    const form = await jump(new URLSearchParams({ thread: open, name: 'Fay' }), { Origin: web.url })
    expect(form.status).to.equal(303)
    expect(form.headers.get('Location')).to.equal(`/t/${open}`)
    expect(sessionIn(form)).to.match(/^dp_session=dps_/)
  })

  // SPEC: POST /api/jump-in > hub public hub slug
  it('takes a public hub instead of a thread', async () => {
    const { status, body } = await jump({ hub: cast.hub.slug, name: 'Hugo' })
    expect(status).to.equal(200)
    expect(body).to.include({ scopeId: cast.hub.hub_id, kind: 'hub', path: `/h/${cast.hub.slug}` })
    const { members } = await cast.otto.does('open_hub', { hub: cast.hub.slug, members: true })
    expect(members).to.deep.include({ id: body['participant'].id, kind: 'guest', seat: 'member' })
  })

  // SPEC: POST /api/jump-in > agent the string 1
  it('gives an agent in a browser an agent’s id, and over JSON its key', async () => {
    const came = await jump({ thread: open, name: 'Clipper', agent: '1' })
    expect(came.status).to.equal(200)
    expect(came.body['participant']).to.include({ kind: 'agent', name: 'Clipper' })
    expect(came.body['participant'].id).to.match(/^agt_/)
    expect(came.body['agent_key']).to.match(/^dpa_[\w-]{43}$/)
    expect(came.body['link_url']).to.match(new RegExp(`^${web.url}/link#dpc_[\\w-]{43}$`))
    expect(Date.parse(came.body['key_expires_at'])).to.be.closeTo(web.clock.now() + days(90), 10_000)
    expect(sessionIn(came)).to.match(/^dp_session=dps_/)
    const key = { Authorization: `Bearer ${came.body['agent_key']}` }
    const posted = await web.post('/api/v1/tools/post_reply', { thread_id: open, body: 'I clip.' }, key)
    expect(posted.body['data'].allowance).to.include({ used: 1, limit: 20, per: 'day' })
    const link = await web.settings(sessionIn(came) as string, 'my-link')
    expect(link.body['link_url']).to.match(/\/link#dpc_/)

    const form = await jump(new URLSearchParams({ thread: open, name: 'Snipper', agent: '1' }))
    expect(form.status).to.equal(303)
    expect(form.text).to.equal('')
    const [keys] =
      await web.sql`select count(*)::int as n from credential c join participant p on p.id = c.participant_id
      where p.name = 'Snipper' and c.kind = 'agent_key'`
    expect(keys?.['n']).to.equal(0)
  })

  // SPEC: POST /api/jump-in > name max 80
  // SPEC: POST /api/jump-in > errors: 409
  it('holds a name for one in each thread, whatever its case', async () => {
    const other = await threadThat({ accepts_guests: true })
    expect((await jump({ thread: open, name: 'Ana' })).status).to.equal(200)
    for (const name of ['Ana', 'aNA', ' ana ', 'Ａｎａ', 'A\u200bna']) {
      const { status, body } = await jump({ thread: open, name })
      expect(status, name).to.equal(409)
      expect(body, name).to.include({ error: 'conflict', reason: 'name_taken' })
    }
    expect((await jump({ thread: other, name: 'Ana' })).status).to.equal(200)
    // nor does anybody pass for a member
    expect((await jump({ thread: open, name: 'otto' })).body).to.include({ reason: 'name_taken' })
    const both = await Promise.all([jump({ thread: open, name: 'Twin' }), jump({ thread: open, name: 'twin' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).to.deep.equal([200, 409])
  })

  // SPEC: POST /api/jump-in > already signed in joins
  it('joins with the session of whoever is signed in already', async () => {
    const before = await people()
    const cleo = await jump({ thread: open, name: 'Somebody else' }, { Cookie: cast.cleo.session })
    expect(cleo.status).to.equal(200)
    expect(cleo.body['participant']).to.include({ kind: 'human', name: 'Cleo' })
    expect(cleo.headers.getSetCookie()).to.deep.equal([])
    expect(await people()).to.equal(before)
    const [seat] = await web.sql`select given_by, participant_id from seat
      where scope_id = ${open} and participant_id = ${cleo.body['participant'].id}`
    expect(seat?.['given_by']).to.equal(seat?.['participant_id'])

    const came = await jump({ thread: open, name: 'Wanda' })
    const other = await threadThat({ accepts_guests: true })
    const again = await jump({ thread: other }, { Cookie: sessionIn(came) as string })
    expect(again.body['participant']).to.deep.equal(came.body['participant'])
    expect((await jump({ thread: other, name: 'wanda' })).body).to.include({ reason: 'name_taken' })

    const third = await threadThat({ accepts_guests: true })
    expect((await jump({ thread: third, name: 'WANDA' })).status).to.equal(200)
    const late = await jump({ thread: third }, { Cookie: sessionIn(came) as string })
    expect(late.body).to.include({ error: 'conflict', reason: 'name_taken' })
  })

  // SPEC: POST /api/jump-in > thread thread id; the
  // SPEC: POST /api/jump-in > guest join where guests
  // SPEC: POST /api/jump-in > errors: 409
  // SPEC: Email verification and accounts > guest people
  it('opens only public threads and hubs that take guests', async () => {
    const before = await people()
    const shut = await threadThat({})
    const hidden = await cast.cleosAgent.does('create_hub', { title: 'A closed kitchen' })
    const inside = await cast.cleosAgent.does('start_thread', { hub: hidden['slug'], title: 'x', body: 'x' })
    const refused = { error: 'forbidden', reason: 'guests_off' }
    expect((await jump({ thread: shut, name: 'Nosy' })).body).to.include(refused)
    expect((await jump({ thread: shut }, { Cookie: cast.ben.session })).body).to.include(refused)
    for (const thread of [inside['thread_id'], `thr_${'0'.repeat(26)}`, 'no thread']) {
      const { status, body } = await jump({ thread, name: 'Nosy' })
      expect(status).to.equal(404)
      expect(body).to.include({ error: 'not_found', reason: 'unreadable' })
    }
    for (const hub of [hidden['slug'], 'no-such-hub']) {
      expect((await jump({ hub, name: 'Nosy' })).body).to.include({ error: 'not_found', reason: 'unreadable' })
    }
    const stern = await cast.bensAgent.does('create_hub', { title: 'No guests' })
    const { preview } = await cast.bensAgent.does('update_hub', { hub: stern['slug'], audience: 'public' })
    await cast.bensAgent.does('update_hub', {
      hub: stern['slug'],
      audience: 'public',
      publish_token: preview.publish_token,
    })
    expect((await jump({ hub: stern['slug'], name: 'Nosy' })).body).to.include(refused)
    await cast.otto.does('moderate', { action: 'hide', thread_id: shut, level: 'fold', reason: 'duplicate' })
    expect(await people()).to.equal(before)
  })

  // SPEC: POST /api/jump-in > name max 80
  // SPEC: Sizes > display name 80
  it('refuses bad bodies and makes nobody', async () => {
    const before = await people()
    const reason = async (body: unknown): Promise<string> => {
      const { body: refused } = await jump(body)
      return `${refused['error']}/${refused['reason']}`
    }
    expect(await reason('{')).to.equal('invalid/body_not_json')
    expect(await reason('[]')).to.equal('invalid/body_not_json')
    expect(await reason({ name: 'Nobody' })).to.equal('invalid/one_of')
    expect(await reason({ thread: open, hub: cast.hub.slug, name: 'Nobody' })).to.equal('invalid/one_of')
    for (const name of [undefined, '', '   ', '\u200b'])
      expect(await reason({ thread: open, name })).to.equal('invalid/schema')
    expect((await jump({ thread: open, name: 'x'.repeat(81) })).status).to.equal(413)
    expect((await jump({ thread: open, name: 'x'.repeat(80) })).status).to.equal(200)
    expect(await reason({ thread: open, name: 'y', more: 'x'.repeat(bodies.small) })).to.equal('too_large/body')
    expect(await people()).to.equal(before + 1)
  })

  // SPEC: POST /api/jump-in > cross-site posts refused
  it('refuses what another site posts', async () => {
    const form = new URLSearchParams({ thread: open, name: 'Mallory' })
    for (const headers of [{ Origin: 'https://evil.test' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      for (const body of [form, { thread: open, name: 'Mallory' }]) {
        const answer = await jump(body, headers as Record<string, string>)
        expect(answer.status).to.equal(403)
        expect(answer.body).to.include({ error: 'forbidden', reason: 'origin' })
        expect(sessionIn(answer)).to.equal(undefined)
      }
    }
  })

  it('tells a person at the form in words', async () => {
    const form = new URLSearchParams({ thread: open, name: 'Otto' })
    const { status, headers, text } = await jump(form, { Accept: 'text/html', Origin: web.url })
    expect(status).to.equal(409)
    expect(headers.get('Content-Type')).to.contain('text/html')
    expect(text).to.contain('Pick another name')
  })

  // SPEC: What the service does > server switches
  // SPEC: POST /api/jump-in > guest join where guests
  // SPEC: POST /api/jump-in > errors: 409
  // SPEC: Email verification and accounts > guest people
  it('stops where moderators stopped new guests, and where there are none at all', async () => {
    const pause = (paused: boolean) => cast.ada.settings('guest-pause', { what: 'guest_registration', paused })
    await pause(true)
    const { status, body } = await jump({ thread: open, name: 'Late' })
    expect([status, body['error'], body['reason']]).to.deep.equal([503, 'paused', 'guest_registration'])
    const { invite_url } = await cast.otto.does('invite', { hub: cast.hub.slug })
    const token = String(invite_url).split('#')[1]
    const preview = () => web.post('/api/invite-preview', { token }, { 'x-svc': '1' })
    expect((await preview()).body).to.include({ kind: 'hub', guestJoin: false })
    expect((await jump({ thread: `thr_${'0'.repeat(26)}`, name: 'Late' })).status).to.equal(404)
    await pause(false)
    expect((await preview()).body).to.include({ guestJoin: true })
    expect((await jump({ thread: open, name: 'Late' })).status).to.equal(200)

    const none = await openWeb({ SVC_GUEST_AGENTS: '0' })
    try {
      const shut = await none.post('/api/jump-in', { thread: open, name: 'Gus' })
      expect([shut.status, shut.body['reason']]).to.deep.equal([503, 'guest_registration'])
      const token = `dpi_${'x'.repeat(43)}`
      const invited = await none.post('/api/invite/join-guest', { token, name: 'Gus' }, { 'x-svc': '1' })
      expect([invited.status, invited.body['reason']]).to.deep.equal([503, 'guest_registration'])
    } finally {
      await none.stop()
    }
  })

  // SPEC: POST /api/jump-in > errors: 409
  describe('counts joins', () => {
    const joined = async (n: number, thread: string, from: (i: number) => string): Promise<Answer[]> => {
      const answers: Answer[] = []
      for (let i = 0; i < n; i++) {
        answers.push(await jump({ thread, name: `Guest ${++guests}` }, { 'X-Forwarded-For': from(i) }))
      }
      return answers
    }

    // SPEC: Identity and registration > guest joins 30
    it('30 an hour of one network', async () => {
      await web.advance(hours(2))
      const thread = await threadThat({ accepts_guests: true })
      const network = (i: number): string => `2001:db8:9:9:${i.toString(16)}::1`
      const most = registration.guestJoinsPerNetwork.limit
      expect((await joined(most, thread, network)).every(({ status }) => status === 200)).to.equal(true)
      // a name that is taken costs nothing, and is told before the limit
      const taken = await jump({ thread, name: 'otto' }, { 'X-Forwarded-For': network(1) })
      expect(taken.body).to.include({ reason: 'name_taken' })
      const [late] = await joined(1, thread, network)
      expect(late?.status).to.equal(429)
      expect(late?.body).to.include({ error: 'rate_limited', reason: 'guest_joins' })
      expect(late?.headers.get('Retry-After')).to.equal(String(late?.body['retry_after_seconds']))
      const [elsewhere] = await joined(1, thread, () => '2001:db8:9:a::1')
      expect(elsewhere?.status).to.equal(200)
      await web.advance(hours(1) + 1)
      expect((await joined(1, thread, network))[0]?.status).to.equal(200)
    })

    // SPEC: Identity and registration > guest joins 30
    it('300 an hour of one thread', async () => {
      await web.advance(hours(2))
      const thread = await threadThat({ accepts_guests: true })
      const anywhere = (i: number): string => `172.${16 + (i >> 8)}.${i & 255}.1`
      const most = registration.guestJoinsPerPlace.limit
      expect((await joined(most, thread, anywhere)).every(({ status }) => status === 200)).to.equal(true)
      const [late] = await joined(1, thread, () => '10.99.0.1')
      expect(late?.body).to.include({ error: 'rate_limited', reason: 'guest_joins' })
      expect((await joined(1, open, () => '10.99.0.1'))[0]?.status).to.equal(200)
    })

    // SPEC: Identity > guest joins 30 an
    it('5,000 an hour on the whole server', async () => {
      await web.advance(hours(2))
      const { guestJoinsServerWide: pace } = registration
      await fill(server, pace, 'everybody', pace.limit - 1)
      const [last, late] = await joined(2, open, (i) => `10.97.${i}.1`)
      expect(last?.status).to.equal(200)
      expect(late?.body).to.include({ error: 'rate_limited', reason: 'guest_joins' })
    })

    it('and 90 requests an hour of one address, at both routes together', async () => {
      await web.advance(hours(2))
      const from = { 'X-Forwarded-For': '10.98.0.1' }
      const invited = { ...from, 'x-svc': '1' }
      for (let n = 0; n < perIp.guestJoin.limit; n++) {
        const answer = await (n % 2
          ? jump({ thread: 'none', name: 'x' }, from)
          : web.post('/api/invite/join-guest', { token: 'none', name: 'x' }, invited))
        expect(answer.status).to.equal(404)
      }
      for (const late of [
        await jump({ thread: 'none', name: 'x' }, from),
        await web.post('/api/invite/join-guest', { token: 'none', name: 'x' }, invited),
      ]) {
        expect(late.status).to.equal(429)
        expect(late.body).to.include({ reason: 'ip' })
        expect(late.headers.get('RateLimit')).to.match(/^"ip";r=0;t=\d+$/)
      }
    })
  })

  it('ends the session after 30 days', async () => {
    const cookie = sessionIn(await jump({ thread: open, name: 'Long gone' })) as string
    await web.advance(days(30) - hours(1))
    expect((await web.settings(cookie, 'credentials')).status).to.equal(200)
    await web.advance(hours(1))
    expect((await web.settings(cookie, 'credentials')).status).to.equal(401)
  })
})
