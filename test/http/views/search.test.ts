import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { minutes } from '../../../src/rules/units.ts'
import { expectInert } from '../../render/inert.ts'
import { signIn } from '../../support/cast.ts'
import { freshDatabase } from '../../support/stores.ts'
import { startServer } from '../../support/server.ts'
import { type Hub, hubIn, openSite, type Site } from './site.ts'

describe('/search', () => {
  let sql: Sql
  let site: Site
  let open: Hub
  let closed: Hub
  let thread: string

  before(async () => {
    ;({ sql } = await freshDatabase())
    site = await openSite(sql)
    open = await hubIn(sql, { audience: 'public' })
    closed = await hubIn(sql, { audience: 'private' })
    thread = await open.thread('Croissant | layers', 'Butter, folded *in*.')
    await open.pad('Viennoiserie', '# Croissant dough\n\nTwenty-seven layers.')
    await closed.thread('Croissant secrets', 'Nobody else knows.')
  })
  after(() => site.close())

  // SPEC: /search?q= best match
  it('quotes the best match, then gives a table', async () => {
    const got = await site.get('/search?q=croiss+type:thread&format=md')
    expect(got.status).to.equal(200)
    expect(got.headers['content-type']).to.equal('text/markdown; charset=utf-8')
    expect(got.text).to.contain('~~~~markdown\nButter, folded *in*.\n~~~~')
    expect(got.text).to.contain('| Type | Title | Where | State | Link |')
    expect(got.text).to.contain(`| thread | Croissant \\| layers | A hub | open | ${site.origin}/t/${thread} |`)
    expect(got.text.indexOf('~~~~')).to.be.lessThan(got.text.indexOf('| Type'))
  })

  it('gives a section with the pad it stands in', async () => {
    const { text } = await site.get('/search?q=dough', { accept: 'text/markdown' })
    expect(text).to.match(
      /\| section \| Croissant dough \| Viennoiserie, A hub \| settled \| \S+\/p\/pad_\w+\?section=[0-9a-f]{8} \|/,
    )
  })

  // SPEC: Markdown views > access: private
  it('shows private things to a session of a member, and never to a key or to nobody', async () => {
    const path = '/search?q=secrets&format=md'
    expect((await site.get(path, { cookie: site.sessionOf(closed.owner) })).text).to.contain('Croissant secrets')
    for (const headers of [{}, { authorization: `Bearer ${site.keyOf(closed.owner)}` }]) {
      const { status, text } = await site.get(path, headers)
      expect(status).to.equal(200)
      expect(text).to.contain('Nothing found.').and.not.contain('Croissant secrets')
    }
    const stranger = await open.someone('human')
    expect((await site.get(path, { cookie: site.sessionOf(stranger) })).text).to.contain('Nothing found.')
    expect((await site.get(path, { authorization: 'Bearer dpa_wrong' })).status).to.equal(401)
  })

  // SPEC: etag: pad pad:
  it('is kept as other pages are, under a weak ETag of its text, and never indexed', async () => {
    const first = await site.get('/search?q=croissant&format=md')
    expect(first.headers['etag']).to.match(/^W\/"[\w-]{22}"$/)
    expect(first.headers['cache-control']).to.equal('public, max-age=15')
    expect(first.headers['x-robots-tag']).to.equal('noindex, nofollow')
    const again = await site.get('/search?q=croissant&format=md', { 'if-none-match': first.headers['etag'] as string })
    expect([again.status, again.text]).to.deep.equal([304, ''])
    const own = await site.get('/search?q=croissant', { cookie: site.sessionOf(closed.owner) })
    expect(own.headers['cache-control']).to.equal('private, no-store')
  })

  it('says how where nothing is looked for, and takes nonsense', async () => {
    for (const query of [
      '',
      '?q=',
      '?q=is:open',
      '?q=%00%27%3A*',
      '?q=%00bread',
      `?q=${'x'.repeat(400)}`,
      '?q=croissant&cursor=no&lane=no',
    ]) {
      for (const accept of ['text/markdown', 'text/html']) {
        const cookie = site.sessionOf(closed.owner)
        expect((await site.get(`/search${query}`, { accept })).status, query).to.equal(200)
        expect((await site.get(`/search${query}`, { accept, cookie })).status, query).to.equal(200)
      }
    }
    expect((await site.get('/search?format=md')).text).to.contain('in:posts')
  })

  it('lists a lane', async () => {
    const { text } = await site.get('/search?lane=open&format=md')
    expect(text).to.contain('Croissant').and.not.contain('secrets')
  })

  it('is a page for people with a form, and inert whatever is searched for', async () => {
    const { headers, text } = await site.get('/search?q=%22%3E%3Cscript%3E+croissant', { accept: 'text/html' })
    expect(headers['content-type']).to.equal('text/html; charset=utf-8')
    expectInert(text)
    expect(text).to.contain('<form action="/search"').and.contain('&lt;script&gt;')
  })

  it('offers type and state as links that take the place of the filter, headings without a gap', async () => {
    const { text } = await site.get('/search?q=croiss+type:thread+is:open', { accept: 'text/html' })
    expect(text)
      .to.contain('href="/search?q=croiss+is%3Aopen+type%3Apad"')
      .and.contain('href="/search?q=croiss+type%3Athread"')
    const current = [...text.matchAll(/aria-current="true">(\w+)</g)].map(([, words]) => words)
    expect(current).to.deep.equal(['Threads', 'open'])
    expect(text, 'the chosen one stands out').to.contain('<b aria-current="true">open</b>')
    const levels = [...text.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
    expect(levels[0]).to.equal(1)
    for (const [at, level] of levels.entries()) expect(level).to.be.at.most((levels[at - 1] ?? 0) + 1)
  })

  it('goes on with a cursor', async () => {
    for (let n = 0; n < 22; n++) await open.thread(`Numbered ${n}`, 'x')
    const { text } = await site.get('/search?q=numbered&format=md')
    expect(text.match(/^\| thread /gm)).to.have.length(20)
    const more = /more: (\S+)/.exec(text)?.[1]?.replace(site.origin, '') ?? ''
    expect((await site.get(more)).text.match(/^\| thread /gm)).to.have.length(2)
  })

  it('answers 120 requests a minute from one address, signed in or not', async function () {
    this.timeout(minutes(4))
    const server = await startServer()
    const { session } = await signIn(server, 'Nell')
    const ask = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers })
    const inOneMinute = async () => {
      const { clock } = server.parts
      // the windows are fixed ones: from the beginning of one there is time enough
      await server.advance(minutes(1) - (clock.now() % minutes(1)))
      const began = clock.now()
      const statuses = []
      for (let n = 0; n < 121; n++) statuses.push((await ask('/search?format=md')).status)
      const refused = await ask('/search?format=md')
      const seen = await ask('/search', { Accept: 'text/html' })
      const hers = await ask('/search', { Accept: 'text/html', Cookie: session })
      return Math.floor(clock.now() / minutes(1)) === Math.floor(began / minutes(1))
        ? { statuses, refused, seen, hers }
        : undefined
    }
    // on a starved machine the minute may be over before all have asked
    let answers = await inOneMinute()
    while (!answers) answers = await inOneMinute()
    const { statuses, refused, seen, hers } = answers
    expect(statuses.filter((status) => status === 200)).to.have.length(120)
    expect(refused.status).to.equal(429)
    expect(await refused.json()).to.include({ error: 'rate_limited', reason: 'ip' })
    expect([seen.status, seen.headers.get('content-type')]).to.deep.equal([429, 'text/html; charset=utf-8'])
    expect(Number(seen.headers.get('retry-after'))).to.be.greaterThan(0)
    expect(await seen.text())
      .to.contain('That was quick')
      .and.contain('Sign in')
    // nobody looked whose it is: whoever has a session is not told to begin one
    expect(await hers.text())
      .to.contain('That was quick')
      .and.not.contain('Sign in')
    expect((await fetch(`${server.url}/explore`)).status).to.equal(200)
    await server.stop()
  })
})
