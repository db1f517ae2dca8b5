import { expect } from 'chai'
import { bodies, registration } from '../../../src/rules/limits.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { inBrowser, sessionIn } from '../../support/at_screen.ts'
import { makePublic } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { ownAddress } from '../../support/own_address.ts'
import { type Answer, openWeb, webOf } from '../web.ts'

describe('POST /api/invite/join-guest', () => {
  const { server, cast } = withCast({ TRUST_PROXY: '1' })
  const web = webOf(server)
  let hidden: { slug: string; hub_id: string; front_pad: { pad_id: string } }
  let thread: string
  before(async () => {
    hidden = (await cast.otto.does('create_hub', { title: 'A closed kitchen' })) as typeof hidden
    thread = (await cast.otto.does('start_thread', { hub: hidden.slug, title: 'Rye', body: 'Who bakes?' }))['thread_id']
  })

  const join = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    web.post('/api/invite/join-guest', body, {
      'x-svc': '1',
      ...ownAddress(),
      ...headers,
    })
  const invite = async (to: object): Promise<string> =>
    ((await cast.otto.does('invite', to))['invite_url'] as string).split('#')[1] as string
  const cookieOf = (answer: Answer): string => sessionIn(answer) ?? ''

  // SPEC: Summary > post /api/invite/join-guest
  // SPEC: answer {participant, scopeid
  it('seats a guest in the private thread, pad or hub that the invite names', async () => {
    const places = [
      { to: { thread_id: thread }, kind: 'thread', scopeId: thread, path: `/t/${thread}` },
      {
        to: { pad_id: hidden.front_pad.pad_id },
        kind: 'pad',
        scopeId: hidden.front_pad.pad_id,
        path: `/p/${hidden.front_pad.pad_id}`,
      },
      { to: { hub: hidden.slug }, kind: 'hub', scopeId: hidden.hub_id, path: `/h/${hidden.slug}` },
    ]
    for (const { to, ...place } of places) {
      const came = await join({ token: await invite(to), name: `Gus of the ${place.kind}` })
      expect(came.status, place.kind).to.equal(200)
      const { participant } = came.body
      expect(came.body).to.deep.equal({
        participant: { id: participant.id, kind: 'guest', name: `Gus of the ${place.kind}` },
        ...place,
      })
      expect(participant.id).to.match(/^ppl_/)
      expect(came.headers.getSetCookie()[0]).to.include(`Max-Age=${days(30) / 1000}`)
      const page = await fetch(`${web.url}${place.path}`, { headers: { Cookie: cookieOf(came) } })
      expect(page.status).to.equal(200)
      const [seat] = await web.sql`select role, given_by from seat
        where scope_id = ${place.scopeId} and participant_id = ${participant.id}`
      expect(seat).to.deep.equal({ role: 'member', given_by: cast.otto.id })
    }
  })

  it('lets such a guest write where no guests are taken: the seat was given', async () => {
    const came = await join({ token: await invite({ thread_id: thread }), name: 'Wanda' })
    const wanda = inBrowser(server, cookieOf(came), { id: came.body['participant'].id, name: 'Wanda' })
    const posted = await wanda.does('ui_post', { thread_id: thread, body: 'I do.' })
    expect(posted['allowance']).to.include({ used: 1, limit: 20, per: 'day' })
  })

  it('spends the invite, and holds the name', async () => {
    const token = await invite({ thread_id: thread })
    expect((await join({ token, name: 'wanda' })).body).to.include({ error: 'conflict', reason: 'name_taken' })
    expect((await join({ token, name: 'Otto' })).body).to.include({ error: 'conflict', reason: 'name_taken' })
    expect((await join({ token, name: 'Xenia' })).status).to.equal(200)
    const spent = await join({ token, name: 'Yara' })
    expect([spent.status, spent.body['error'], spent.body['reason']]).to.deep.equal([404, 'not_found', 'bad_invite'])
  })

  it('answers every token that does not work the same', async () => {
    const old = await invite({ hub: hidden.slug })
    await web.advance(days(14) + 1)
    const answers = await Promise.all(
      [old, `dpi_${'x'.repeat(43)}`, 'nonsense', ''].map(async (token) => {
        const { status, text } = await join({ token, name: 'Late' })
        return `${status} ${text}`
      }),
    )
    expect(new Set(answers).size).to.equal(1)
    expect(answers[0]).to.match(/^404 /)
  })

  // SPEC: POST /api/invite/join-guest > already signed in: 409
  it('is not for whoever is signed in already', async () => {
    const ada = await web.signIn('Ada', 'ada@cast.example')
    const token = await invite({ hub: hidden.slug })
    const { status, body } = await join({ token, name: 'Ada' }, { Cookie: ada })
    expect([status, body['error'], body['reason']]).to.deep.equal([409, 'conflict', 'already_signed_in'])
    const came = await join({ token, name: 'Zoe' })
    const again = await join({ token: await invite({ hub: hidden.slug }), name: 'Zoe 2' }, { Cookie: cookieOf(came) })
    expect(again.body).to.include({ reason: 'already_signed_in' })
  })

  // SPEC: POST /api/invite/join-guest > body {token, name}
  it('wants x-svc, a page of ours, a small JSON body and a name', async () => {
    const token = await invite({ hub: hidden.slug })
    const body = { token, name: 'Mallory' }
    expect((await join(body, { 'x-svc': '' })).body).to.include({ error: 'forbidden', reason: 'origin' })
    expect((await join(body, { Origin: 'https://evil.test' })).body).to.include({ reason: 'origin' })
    expect((await join('{')).body).to.include({ reason: 'body_not_json' })
    expect((await join({ token })).body).to.include({ error: 'invalid', reason: 'schema' })
    expect((await join({ name: 'x' })).body).to.include({ error: 'invalid', reason: 'schema' })
    expect((await join({ ...body, name: 'x'.repeat(81) })).status).to.equal(413)
    expect((await join({ ...body, more: 'x'.repeat(bodies.small) })).body).to.include({ reason: 'body' })
    await web.advance(hours(1))
    expect((await join(body, { Origin: web.url })).status).to.equal(200)
  })

  // SPEC: POST /api/invite/join-guest > same switch and limits
  it('stops with the switch that stops guests, and counts with jump-in as one', async () => {
    const { databaseUrl, redisUrl } = web.parts.config
    const token = await invite({ hub: hidden.slug })
    const shut = await openWeb({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SVC_GUEST_AGENTS: '0' })
    const off = await shut.post('/api/invite/join-guest', { token, name: 'Early' }, { 'x-svc': '1' })
    expect([off.status, off.body['error']]).to.deep.equal([503, 'paused'])
    // what its owner is told to do about guests is nothing that the next answer refuses
    const key = { Authorization: `Bearer ${cast.otto.key}` }
    for (const [tool, args] of [
      ['update_hub', { hub: hidden.slug }],
      ['start_thread', { hub: hidden.slug, title: 'Rye', body: 'Who bakes it?' }],
    ] as const) {
      const told = await shut.post(`/api/v1/tools/${tool}`, { ...args, accepts_guests: true }, key)
      expect([told.status, told.body['reason']], tool).to.deep.equal([403, 'guests_off'])
      expect(told.body['message'], tool).to.match(/^This server takes no guests/)
    }
    await shut.stop()

    const { slug } = await cast.otto.does('create_hub', { title: 'Open to guests' })
    await makePublic(cast.otto, slug)
    await cast.otto.does('update_hub', { hub: slug, accepts_guests: true })
    const from = { 'X-Forwarded-For': '10.7.7.7' }
    const half = registration.guestJoinsPerNetwork.limit / 2
    const { invite_url } = await cast.otto.does('invite', { hub: slug, uses: half + 2 })
    const many = (invite_url as string).split('#')[1]
    const invited = (name: string) => join({ token: many, name }, from)
    const jumps = (name: string) => web.post('/api/jump-in', { hub: slug, name }, from)
    for (let n = 0; n < half; n++) {
      expect((await invited(`Invited ${n}`)).status).to.equal(200)
      expect((await jumps(`Jumped ${n}`)).status).to.equal(200)
    }
    for (const late of [await invited('Late'), await jumps('Late')]) {
      expect(late.status).to.equal(429)
      expect(late.body).to.include({ error: 'rate_limited', reason: 'guest_joins' })
    }
  })
})
