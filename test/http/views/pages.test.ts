import { expect } from 'chai'
import { assets } from '../../../src/http/assets.ts'
import { parse } from 'yaml'
import type { Sql } from '../../../sql/client.ts'
import { mint } from '../../../src/rules/ids.ts'
import { expectInert } from '../../render/inert.ts'
import { then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'
import { type Got, type Hub, hubIn, openSite, type Site } from './site.ts'

const frontMatter = ({ text }: Got): Record<string, unknown> =>
  parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '') as Record<string, unknown>

describe('pages', () => {
  let sql: Sql
  let site: Site
  let open: Hub
  let closed: Hub

  before(async () => {
    ;({ sql } = await freshDatabase())
    site = await openSite(sql)
    open = await hubIn(sql, { audience: 'public' })
    closed = await hubIn(sql, { audience: 'private' })
  })
  after(() => site.close())

  describe('in Markdown', () => {
    // SPEC: add ?format=md or send
    // SPEC: reading public hubs, pads
    it('come by .md, by ?format=md and by an Accept header that prefers it', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const ways: [string, Record<string, string>][] = [
        [`/t/${id}.md`, { accept: 'text/html' }],
        [`/t/${id}?format=md`, {}],
        [`/t/${id}`, { accept: 'text/markdown' }],
        [`/t/${id}`, { accept: 'text/markdown, */*' }],
        [`/t/${id}`, { accept: 'text/markdown; charset=utf-8' }],
        [`/t/${id}`, { accept: 'text/markdown;charset="UTF-8"' }],
        [`/t/${id}`, { accept: 'text/html;q=0.5, text/markdown;q=0.9' }],
        [`/t/${id}`, { accept: 'text/html;charset=utf-8;q=0.5, text/markdown;charset=utf-8;q=0.9' }],
      ]
      for (const [path, headers] of ways) {
        const got = await site.get(path, headers)
        expect(got.status).to.equal(200)
        expect(got.headers['content-type'], JSON.stringify(headers)).to.equal('text/markdown; charset=utf-8')
        expect(got.text).to.contain('~~~~markdown\nSix minutes.\n~~~~')
      }
      const browsers: Record<string, string>[] = [
        {},
        { accept: '*/*' },
        { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
        { accept: 'text/html, text/markdown;q=0.9' },
        { accept: 'text/html;charset=utf-8, text/markdown;charset=utf-8;q=0.9' },
        { accept: 'text/markdown;charset=utf-8;q=0' },
      ]
      for (const headers of browsers) {
        const got = await site.get(`/t/${id}`, headers)
        expect(got.headers['content-type'], JSON.stringify(headers)).to.equal('text/html; charset=utf-8')
        expectInert(got.text)
        expect(got.text).to.contain('<p>Six minutes.</p>')
      }
    })

    // SPEC: front matter (yaml
    // SPEC: known inconsistencies thread version
    it('carry the front matter of their kind', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const pad_id = await open.pad('Bread', '# Dough\n\nFlour.')
      const thread = frontMatter(await site.get(`/t/${id}.md`))
      expect(thread).to.include({
        id,
        type: 'thread',
        version: '1',
        etag: `thread:${id}:1`,
        status: 'open',
        audience: 'public',
        accepts_guests: false,
      })
      expect(frontMatter(await site.get(`/p/${pad_id}.md`))).to.include({
        id: pad_id,
        type: 'pad',
        version: 1,
        etag: `pad:${pad_id}:1`,
        status: 'settled',
        hub: open.slug,
      })
      expect(frontMatter(await site.get(`/h/${open.slug}.md`))).to.deep.equal({
        id: open.hub_id,
        type: 'hub',
        slug: open.slug,
        audience: 'public',
        member: false,
      })
      const post_id = await open.post(id, 'Seven.')
      expect(frontMatter(await site.get(`/t/${id}/m/${post_id}?format=md`))).to.include({
        id: post_id,
        type: 'post',
        thread: id,
        seq: 2,
      })
    })

    // SPEC: /t/<thread id> thread, latest
    it('show the newest 30 posts, those before a seq, and those since one', async () => {
      const id = await open.thread('Long', 'post 1.')
      for (let n = 2; n <= 35; n++) await open.post(id, `post ${n}.`)
      const bodies = (got: Got) => [...got.text.matchAll(/^post (\d+)\.$/gm)].map(([, n]) => Number(n))
      const newest = await site.get(`/t/${id}.md`)
      expect(bodies(newest)).to.have.length(30).and.include(35).and.not.include(5)
      expect(newest.text).to.contain(`older posts: ${site.origin}/t/${id}?format=md&before=6`)
      expect(bodies(await site.get(`/t/${id}.md?before=6`))).to.deep.equal([1, 2, 3, 4, 5])
      const since = await site.get(`/t/${id}.md?since=2&before=6`)
      expect(bodies(since).slice(0, 2)).to.deep.equal([3, 4])
      expect(since.text).to.contain('newer posts:').and.contain('since=32')
      expect((await site.get(`/t/${id}.md?since=35`)).text).to.contain('Nothing new: no more posts after seq 35.')
    })

    // SPEC: /p/<pad id> pad; outline=1
    it('show a pad whole, in outline, and one section of it', async () => {
      const pad_id = await open.pad('Bread', '# Dough\n\nFlour.\n\n## Rest\n\nAn hour.')
      const outline = (await site.get(`/p/${pad_id}.md?outline=1`)).text
      const ids = [...outline.matchAll(/\| ([0-9a-f]{8}) \|/g)].map(([, id]) => id)
      expect(ids).to.have.length(2)
      expect(outline).to.contain('|   Rest |').and.not.contain('An hour')
      const section = (await site.get(`/p/${pad_id}.md?section=${ids[1]}&outline=1`)).text
      expect(section).to.contain('An hour').and.not.contain('Flour')
      const both = (await site.get(`/p/${pad_id}?section=${ids[1]}&outline=1`)).text
      expect(both).to.contain('An hour').and.not.contain('Open threads</th>')
      const blank = await open.pad('Blank', '')
      expect((await site.get(`/p/${blank}`)).text).to.contain('Nothing is written here yet.')
      const unknown = await site.get(`/p/${pad_id}.md?section=deadbeef`)
      expect(unknown.status).to.equal(200)
      expect(unknown.text).to.contain('no section deadbeef')
      expect((await site.get(`/p/${pad_id}.md?section=a%0ab`)).status).to.equal(200)
    })

    // SPEC: /h/<slug>/llms.txt plain-text
    it('give the brief of a hub as plain text', async () => {
      const got = await site.get(`/h/${open.slug}/llms.txt`)
      expect(got.status).to.equal(200)
      expect(got.headers['content-type']).to.equal('text/plain; charset=utf-8')
      expect(got.text).to.contain('## Read me first').and.contain('Be kind.').and.contain('Start here')
    })

    // SPEC: Reads > open hub 30 items
    it('page through a hub', async () => {
      const hub = await hubIn(sql, { audience: 'public' })
      for (let n = 0; n < 32; n++) await hub.pad(`Pad ${n}`, 'x')
      const first = (await site.get(`/h/${hub.slug}.md?type=pad`)).text
      expect(first.match(/^- \[/gm)).to.have.length(30)
      const more = /more: (\S+)/.exec(first)?.[1] ?? ''
      const second = (await site.get(more.replace(site.origin, ''))).text
      expect(second.match(/^- \[/gm)).to.have.length(3)
      expect((await site.get(`/h/${hub.slug}.md?cursor=nonsense`)).status).to.equal(200)
    })

    // SPEC: / front hub and
    it('have a home with the front hub and questions, and lanes to explore', async () => {
      await open.thread('An open question', 'Why?')
      await closed.thread('A private question', 'Hush.')
      const home = (await site.get('/?format=md')).text
      expect(home).to.contain('## Questions').and.contain('An open question').and.not.contain('A private question')
      const explore = (await site.get('/explore?format=md')).text
      expect(explore).to.contain('## Public hubs').and.contain(`/h/${open.slug}`).and.not.contain('A private question')
      expect((await site.get('/explore?format=md&lane=open')).text).to.contain('An open question')
      for (const path of ['/', '/explore', `/h/${open.slug}`]) expectInert((await site.get(path)).text)
    })
  })

  describe('for those who may see them', () => {
    // SPEC: access: private or missing
    it('are missing alike whether private, hidden or never made', async () => {
      const id = await closed.thread('Secret', 'Hush.')
      const pad_id = await closed.pad('Secret', 'Hush.')
      const hidden = await open.thread('Hidden', 'Bad.')
      await sql`insert into fold (target_id, level, reason, at) values (${hidden}, 'hide', 'abuse', ${new Date(then)})`
      const pairs = [
        [`/t/${id}.md`, `/t/${mint('thread', then)}.md`],
        [`/t/${hidden}.md`, '/t/nonsense.md'],
        [`/p/${pad_id}.md`, `/p/${mint('pad', then)}.md`],
        [`/h/${closed.slug}.md`, '/h/never-made.md'],
        [`/h/${closed.slug}/llms.txt`, '/h/never-made/llms.txt'],
        [`/t/${id}/m/${mint('post', then)}?format=md`, `/t/${mint('thread', then)}/m/${mint('post', then)}?format=md`],
      ] as const
      for (const paths of pairs) {
        const [secret, missing] = await Promise.all(paths.map((path) => site.get(path)))
        expect(secret!.status).to.equal(404)
        expect(secret!.headers['content-type']).to.equal('text/markdown; charset=utf-8')
        expect(secret!.text).to.match(/^# Not found\n/)
        const { date: _, ...headers } = secret!.headers
        const { date: __, ...others } = missing!.headers
        expect([secret!.status, headers, secret!.text]).to.deep.equal([missing!.status, others, missing!.text])
      }
    })

    it('say that something is missing in what was asked for: Markdown where that was named, a page to a browser', async () => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const id = mint('thread', then)
      for (const path of [`/t/${id}.md`, `/t/${id}?format=md`, `/h/never-made/llms.txt`]) {
        const got = await site.get(path, { accept })
        expect(got.status).to.equal(404)
        expect(got.headers['content-type'], path).to.equal('text/markdown; charset=utf-8')
        expect(got.text).to.match(/^# Not found\n/)
      }
      const page = await site.get(`/t/${id}`, { accept })
      expect(page.headers['content-type']).to.equal('text/html; charset=utf-8')
      expect(page.text)
        .to.contain('<h1>There is nothing here for you</h1>')
        .and.to.contain('<a href="/signin">sign in</a>')
    })

    // SPEC: Markdown views > access: private
    it('open to a member by key and by session, and are kept by nobody', async () => {
      const id = await closed.thread('Secret', 'Hush.')
      const keys = [{ authorization: `Bearer ${site.keyOf(closed.owner)}` }, { cookie: site.sessionOf(closed.owner) }]
      for (const headers of keys) {
        const got = await site.get(`/t/${id}.md`, headers as Record<string, string>)
        expect(got.status).to.equal(200)
        expect(got.text).to.contain('Hush.')
        expect(got.headers['cache-control']).to.equal('private, no-store')
        expect(got.headers).not.to.have.property('cdn-cache-control')
        expect(got.headers['x-robots-tag']).to.equal('noindex, nofollow')
      }
      const stranger = await open.someone('human')
      expect((await site.get(`/t/${id}.md`, { authorization: `Bearer ${site.keyOf(stranger)}` })).status).to.equal(404)
    })

    // SPEC: Markdown views > access: private
    // SPEC: markdown views, /api/export
    it('refuse a bad key even where everybody may read', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      for (const path of [`/t/${id}.md`, `/h/${open.slug}`, '/', '/explore', '/t/nonsense']) {
        for (const authorization of ['Bearer dpa_bad', 'Bearer', 'Basic eDp5']) {
          const got = await site.get(path, { authorization })
          expect(got.status, `${path} ${authorization}`).to.equal(401)
          expect(got.headers['www-authenticate']).to.match(/^Bearer resource_metadata=.*error="invalid_token"/)
          expect(got.text).not.to.contain('Six minutes.')
        }
      }
    })

    it('read a bad session as signed out', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const got = await site.get(`/t/${id}.md`, { cookie: `dp_session=dps_${'b'.repeat(43)}` })
      expect(got.status).to.equal(200)
      expect(got.headers['cache-control']).to.equal('public, max-age=15')
      expect(got.headers).not.to.have.property('cdn-cache-control')
    })

    // SPEC: Markdown views > access: private
    it('show Explore to a key as to somebody signed out', async () => {
      await closed.thread('A members only question', 'Hush.')
      const byKey = await site.get('/explore?format=md&lane=open', {
        authorization: `Bearer ${site.keyOf(closed.owner)}`,
      })
      expect(byKey.text).not.to.contain('A members only question')
      expect(byKey.headers['cache-control']).to.equal('private, no-store')
      const bySession = await site.get('/explore?format=md&lane=open', { cookie: site.sessionOf(closed.owner) })
      expect(bySession.text).to.contain('A members only question')
    })

    // SPEC: with public threads off nothing
    // SPEC: What the service does > server switches
    it('show nothing as public where public threads are off', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const off = await openSite(sql, { SVC_PUBLIC_THREADS: '0' })
      try {
        for (const path of [`/t/${id}.md`, `/h/${open.slug}.md`]) expect((await off.get(path)).status).to.equal(404)
        expect((await off.get('/?format=md')).text).not.to.contain('Eggs')
        expect((await off.get('/', { accept: 'text/html' })).text, 'says how to begin')
          .to.contain('href="/signin">Sign in to start</a>')
          .and.contain('<a href="/skill.md">')
        const member = { authorization: `Bearer ${off.keyOf(open.owner)}` }
        expect(frontMatter(await off.get(`/h/${open.slug}.md`, member))).to.include({
          audience: 'private',
          member: true,
        })
      } finally {
        await off.close()
      }
    })
  })

  describe('for caches', () => {
    // SPEC: Markdown views > caching
    // SPEC: no last-modified
    // SPEC: etag: pad pad:
    it('carry the headers of public pages', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const { headers } = await site.get(`/t/${id}.md`)
      expect(headers).to.include({
        'cache-control': 'public, max-age=15',
        'cdn-cache-control': 'public, s-maxage=15, stale-while-revalidate=60',
        vary: 'Accept, Cookie, Authorization',
        'access-control-allow-origin': '*',
        etag: `"thread:${id}:1"`,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect(headers).not.to.have.property('last-modified')
    })

    // SPEC: etag: pad pad:
    it('have the ETag of the pad on its outline too', async () => {
      const id = await open.pad('Rye', '# Dough\n\nDark.')
      const tag = async () => (await site.get(`/p/${id}.md?outline=1`)).headers['etag']
      expect([(await site.get(`/p/${id}.md`)).headers['etag'], await tag(), await tag()]).to.deep.equal(
        Array(3).fill(`"pad:${id}:1"`),
      )
    })

    // SPEC: etag: pad pad:
    it('have the ETag of the pad on each section too, until that reads otherwise', async () => {
      const id = await open.pad('Spelt', '# Dough\n\nPale.\n\n# Oven\n\nHot.')
      const outline = (await site.get(`/p/${id}.md?outline=1`)).text
      const [dough, oven] = [...outline.matchAll(/\| ([0-9a-f]{8}) \|/g)].map(([, section]) => section)
      const tags = async () => {
        const paths = [`/p/${id}.md?section=${dough}`, `/p/${id}.md?section=${oven}`, `/p/${id}?section=${dough}`]
        return Promise.all(paths.map(async (path) => (await site.get(path)).headers['etag']))
      }
      const plain = [...Array(2).fill(`"pad:${id}:1"`), `W/"pad:${id}:1.html"`]
      expect([await tags(), await tags()]).to.deep.equal([plain, plain])
      expect((await site.get(`/p/${id}.md?section=deadbeef`)).headers['etag']).not.to.equal(plain[0])
      const flag = await open.thread('Is it pale?', 'No.')
      await sql`update thread set about_pad_id = ${id}, about_section_id = ${dough!}, flags_wrong = true,
        dispute = 'open', updated_at = ${new Date(then + 1_000)}, version = version + 1 where id = ${flag}`
      site.later(1_001)
      const [moved] = await tags()
      expect(moved).to.match(new RegExp(`^"pad:${id}:1\\.\\d+"$`))
    })

    // SPEC: etag: pad pad:
    it('have the ETag of the thread on its earlier and later posts too, until they read otherwise', async () => {
      const id = await open.thread('Barley', 'Six rows.')
      await open.post(id, 'Or two.')
      const paths = ['.md?since=0', '.md?since=1', '.md?before=2', '?before=2', '.md']
      const tags = () => Promise.all(paths.map(async (path) => (await site.get(`/t/${id}${path}`)).headers['etag']))
      const plain = Array(5).fill(`"thread:${id}:2"`)
      plain[3] = `W/"thread:${id}:2.html"`
      await site.get(`/t/${id}.md?since=64`)
      await site.get(`/t/${id}?before=66`)
      expect([await tags(), await tags()]).to.deep.equal([plain, plain])
      await sql`update thread set title = 'Oats', updated_at = ${new Date(then + 1_000)} where id = ${id}`
      site.wake(id, 3)
      const [moved] = await tags()
      expect(moved).to.match(new RegExp(`^"thread:${id}:2\\.\\d+"$`))
    })

    // SPEC: etag: pad pad:
    it('have the same ETag for whoever wrote them, where the page says you', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const everybodys = await site.get(`/t/${id}.md`)
      const own = await site.get(`/t/${id}.md`, { authorization: `Bearer ${site.keyOf(open.owner)}` })
      expect(own.text).to.contain(' · you').and.not.equal(everybodys.text)
      expect([own.headers['etag'], everybodys.headers['etag']]).to.deep.equal(Array(2).fill(`"thread:${id}:1"`))
    })

    it('come from memory with every header and byte that Koa gives them', async () => {
      const id = await open.thread('Salt', 'Two grams.')
      const pad_id = await open.pad('Rye', 'Dark.')
      const paths = [`/t/${id}.md`, `/p/${pad_id}.md`, `/h/${open.slug}.md`, `/h/${open.slug}/llms.txt`, '/?format=md']
      for (const path of paths) {
        for (const headers of [{}, { host: 'also.example' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
          // whoever sends a cookie is answered by Koa
          const byKoa = await site.get(path, { ...headers, cookie: 'theme=dark' })
          const cold = await site.get(path, headers)
          const before = site.askedOfKoa()
          const warm = await site.get(path, headers)
          expect(site.askedOfKoa(), `${path} a second time`).to.equal(before)
          expect(cold.headers['cdn-cache-control']).to.match(/^public/)
          for (const answer of [cold, warm]) {
            const { date: _, 'cdn-cache-control': __, ...sent } = answer.headers
            const { date: ___, ...given } = byKoa.headers
            expect([answer.status, answer.text, sent], path).to.deep.equal([byKoa.status, byKoa.text, given])
          }
        }
      }
    })

    it('come from memory as they are when their reader has been counted, and not as they were before', async () => {
      const paced = await openSite(sql, { SVC_PACE: 'on' })
      const id = await open.thread('Eggs', 'Six minutes.')
      await paced.get(`/t/${id}.md`)
      const warm = await paced.get(`/t/${id}.md`)
      let counts = 0
      paced.whileCounting(async () => {
        if (++counts > 1) return
        await open.post(id, 'Seven minutes.')
        paced.wake(id, 2)
      })
      const after = await paced.get(`/t/${id}.md`)
      await paced.close()
      expect(warm.text).to.contain('Six minutes.').and.not.contain('Seven minutes.')
      expect(after.text).to.contain('Seven minutes.')
      expect(counts).to.equal(1)
    })

    it('are answered 500 where memory fails once their reader has been counted, and the next one as ever', async () => {
      const paced = await openSite(sql, { SVC_PACE: 'on' })
      const path = `/t/${await open.thread('Eggs', 'Six minutes.')}.md`
      for (const _ of [1, 2]) await paced.get(path)
      const before = paced.askedOfKoa()
      paced.whileCounting(async () => paced.failWith(new Error('a fault')))
      const failed = await paced.get(path)
      paced.whileCounting(async () => undefined)
      paced.failWith(undefined)
      const next = await paced.get(path)
      const after = paced.askedOfKoa()
      await paced.close()
      expect([failed.status, next.status]).to.deep.equal([500, 200])
      expect(after).to.equal(before)
    })

    // SPEC: if-none-match matching returns
    // SPEC: etag: pad pad:
    it('answer 304 without a body to who has the version, and only to who may see it', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const pad_id = await open.pad('Bread', 'Flour.')
      const post_id = await open.post(id, 'Seven.')
      for (const path of [
        `/t/${id}.md`,
        `/p/${pad_id}.md`,
        `/h/${open.slug}.md`,
        `/t/${id}/m/${post_id}?format=md`,
        '/?format=md',
      ]) {
        const { headers } = await site.get(path)
        const etag = String(headers['etag'])
        for (const had of [etag, `"other", ${etag}`, `W/${etag.replace('W/', '')}`, '*']) {
          const again = await site.get(path, { 'if-none-match': had })
          expect(again.status, `${path} ${had}`).to.equal(304)
          expect(again.text).to.equal('')
          expect(again.headers).to.include({
            etag,
            vary: 'Accept, Cookie, Authorization',
            'cache-control': 'public, max-age=15',
          })
        }
        expect((await site.get(path, { 'if-none-match': '"thread:other:1"' })).status).to.equal(200)
      }
      const secret = await closed.thread('Secret', 'Hush.')
      const blind = await site.get(`/t/${secret}.md`, { 'if-none-match': `"thread:${secret}:1"` })
      expect(blind.status).to.equal(404)
      expect(blind.headers).not.to.have.property('etag')
    })

    it('have one ETag in Markdown and another in HTML, which is weak: it is sent compressed, too', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const pad_id = await open.pad('Bread', 'Flour.')
      for (const path of [`/t/${id}`, `/p/${pad_id}`, `/h/${open.slug}`]) {
        const { etag: own } = (await site.get(`${path}.md`)).headers
        for (const encoding of ['identity', 'gzip', 'br']) {
          const asks = { accept: 'text/html', 'accept-encoding': encoding }
          const got = await site.get(path, asks)
          expect(got.headers['etag'], path).to.match(/^W\/"(thread|pad|hub):\w+:[\w-]+\.html"$/)
          const kept = { 'if-none-match': String(own) }
          expect((await site.get(path, { ...asks, ...kept })).status, `${path}: Markdown is no HTML`).to.equal(200)
          const again = await site.get(path, { ...asks, 'if-none-match': String(got.headers['etag']) })
          expect([again.status, again.headers['etag'], again.headers['vary']]).to.deep.equal([
            304,
            got.headers['etag'],
            got.headers['vary'],
          ])
        }
      }
    })

    // SPEC: etag: pad pad:
    it('name a hub and a post by what they say', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const post_id = await open.post(id, 'Seven.')
      expect((await site.get(`/h/${open.slug}.md`)).headers['etag']).to.match(
        new RegExp(`^"hub:${open.hub_id}:[\\w-]+"$`),
      )
      expect((await site.get(`/t/${id}/m/${post_id}.md`)).headers['etag']).to.match(/^W\/"[\w-]+"$/)
    })

    it('give a pad whose section was disputed after its version an ETag of its own', async () => {
      const pad_id = await open.pad('Bread', '# Dough\n\nFlour.')
      const etag = `"pad:${pad_id}:1"`
      expect((await site.get(`/p/${pad_id}.md`)).headers['etag']).to.equal(etag)
      const id = await open.thread('Wrong', 'It is not.')
      const section = /\| ([0-9a-f]{8}) \|/.exec((await site.get(`/p/${pad_id}.md?outline=1`)).text)?.[1] ?? ''
      await sql`update thread set about_pad_id = ${pad_id}, about_section_id = ${section}, flags_wrong = true,
        dispute = 'open', updated_at = ${new Date(then + 1_000)}, version = version + 1 where id = ${id}`
      site.later(1_001)
      const got = await site.get(`/p/${pad_id}.md`, { 'if-none-match': etag })
      expect(got.status).to.equal(200)
      const moved = String(got.headers['etag'])
      expect(moved).to.match(new RegExp(`^"pad:${pad_id}:1\\.\\d+"$`))
      expect(frontMatter(got)).to.include({ status: 'disputed', etag: moved.slice(1, -1) })
      expect((await site.get(`/p/${pad_id}.md`, { 'if-none-match': moved })).status).to.equal(304)
    })

    // SPEC: x-robots-tag noindex
    it('let search engines keep what may be found, on the canonical host only', async () => {
      const hub = await hubIn(sql, { audience: 'public' })
      const id = await hub.thread('Eggs', 'By someone new.')
      const { port } = new URL(site.origin)
      expect((await site.get(`/t/${id}`)).headers['x-robots-tag']).to.equal('noindex, nofollow')
      await sql`update participant set created_at = ${new Date(then - 3 * 86_400_000)} where id = ${hub.owner.id}`
      site.later(60_000)
      const robots = async (path: string, headers: Record<string, string> = {}) =>
        (await site.get(path, headers)).headers['x-robots-tag']
      for (const path of ['/', '/explore', `/h/${hub.slug}`, `/h/${hub.slug}.md`])
        expect(await robots(path), path).to.equal(undefined)
      const found = await hub.thread('Found', 'By someone with reach.')
      expect(await robots(`/t/${found}`)).to.equal(undefined)
      expect(await robots(`/t/${id}/m/${mint('post', then)}`)).to.equal('noindex, nofollow')
      expect(await robots('/t/nonsense')).to.equal('noindex, nofollow')
      expect(await robots(`/h/${hub.slug}`, { host: `also.example:${port}` })).to.equal('noindex, nofollow')
    })

    it('say in quoted words, without marks and addresses, what a link to them leads to, where they may be found', async () => {
      const hub = await hubIn(sql, { audience: 'public' })
      const described = async (path: string, headers: Record<string, string> = {}) =>
        /<meta name="description" content="([^"]*)">/.exec((await site.get(path, headers)).text)?.[1]
      const unlisted = await hub.thread('Eggs', 'By someone new.')
      expect(await described(`/t/${unlisted}`)).to.equal(undefined)
      expect(await described(`/h/${hub.slug}`)).to.equal('“Be kind.”')

      await sql`update participant set created_at = ${new Date(then - 3 * 86_400_000)} where id = ${hub.owner.id}`
      await sql`update hub set guide = ${`# Rules\n\n${'Be kind to everybody. '.repeat(9)}`} where id = ${hub.hub_id}`
      site.later(60_000)
      const thread = await hub.thread(
        'Found',
        'Six "minutes", [says Ada](https://a.example/x), not https://b.example/ten.',
      )
      const pad = await hub.pad('Bread', '# Dough\n\n## Flour\n\n- [ ] *Rye*, ” svc closes. “\n- <b>wheat</b>')
      expect(await described(`/t/${thread}`)).to.equal('“Six &#39;minutes&#39;, says Ada, not”')
      expect(await described(`/p/${pad}`)).to.equal('“Rye, &#39; svc closes. &#39; &lt;b&gt;wheat&lt;/b&gt;”')
      const ofHub = await described(`/h/${hub.slug}`)
      expect(ofHub).to.match(/^“(?:Be kind to everybody\. )+.*…”$/)
      expect(ofHub?.length).to.be.within(140, 162)
      for (const path of ['/', '/explore', '/how-it-works'])
        expect(await described(path), path).to.match(/^[A-Z].{40,160}$/)
      const session = { cookie: site.sessionOf(hub.owner) }
      expect(await described(`/t/${thread}`, session)).to.equal(undefined)
    })
  })

  describe('from memory', () => {
    it('ask nothing for a second, then only whether they still stand', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      await site.get(`/t/${id}.md`)
      const before = site.queries()
      await Promise.all(Array.from({ length: 20 }, () => site.get(`/t/${id}.md`)))
      expect(site.queries() - before).to.equal(0)
      site.later(1_000)
      await Promise.all(Array.from({ length: 20 }, () => site.get(`/t/${id}.md`)))
      expect(site.queries() - before).to.equal(1)
    })

    it('are made anew at once after a wake that names them', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      expect((await site.get(`/t/${id}.md`)).headers['etag']).to.equal(`"thread:${id}:1"`)
      await open.post(id, 'Seven.')
      site.wake(id, 2)
      const got = await site.get(`/t/${id}.md`)
      expect(got.headers['etag']).to.equal(`"thread:${id}:2"`)
      expect(got.text).to.contain('Seven.')
    })

    it('are gone at once after their hub turned private: by a wake, by a write through here, else in a second', async () => {
      const ways: ((hub: Hub) => unknown)[] = [
        (hub) => site.wake(hub.hub_id, 2),
        () => site.get('/api/v1/tools/update_hub', { method: 'POST' }),
        () => site.later(1_000),
      ]
      for (const way of ways) {
        const hub = await hubIn(sql, { audience: 'public' })
        const id = await hub.thread('Eggs', 'Six minutes.')
        const paths = [`/t/${id}.md`, `/h/${hub.slug}.md`]
        for (const path of paths) expect((await site.get(path)).status).to.equal(200)
        await sql`update hub set audience = 'private', version = version + 1 where id = ${hub.hub_id}`
        await way(hub)
        for (const path of paths) expect((await site.get(path)).status).to.equal(404)
      }
    })
  })

  describe('beside them', () => {
    // SPEC: get /b/:slug answers 301
    it('move a hub from its older address', async () => {
      const got = await site.get('/b/cooking?format=md')
      expect(got.status).to.equal(301)
      expect(got.headers['location']).to.equal('/h/cooking?format=md')
    })

    it('warn before a link leaves, and never redirect', async () => {
      const got = await site.get(`/out?u=${encodeURIComponent('https://evil.example/"><script>x</script>')}`)
      expect(got.status).to.equal(200)
      expect(got.headers).not.to.have.property('location')
      expect(got.text).to.contain('evil.example').and.not.contain('<script>')
      for (const bad of ['javascript:alert(1)', 'data:text/html,x', '', '/t/x']) {
        expect((await site.get(`/out?u=${encodeURIComponent(bad)}`)).text, bad).to.contain('leads nowhere')
      }
    })

    it('warn whoever is signed in in their own frame', async () => {
      const session = site.sessionOf(open.owner)
      for (const target of ['https://elsewhere.example/', 'javascript:alert(1)']) {
        const got = await site.get(`/out?u=${encodeURIComponent(target)}`, { cookie: session })
        expect(got.text, target).to.contain('aria-label="Yours"').and.not.contain('href="/signin"')
      }
    })

    it('serve one stylesheet and one script, which may be kept for ever', async () => {
      for (const [path, type] of [
        [assets.style, 'text/css; charset=utf-8'],
        [assets.page, 'text/javascript; charset=utf-8'],
      ] as const) {
        const got = await site.get(path, { 'accept-encoding': 'gzip' })
        expect(got.status).to.equal(200)
        expect(got.headers['content-type']).to.equal(type)
        expect(got.headers['cache-control']).to.equal('public, max-age=31536000, immutable')
        if (path === assets.style) expect(got.headers['content-encoding']).to.equal('gzip')
      }
    })

    it('answer HEAD like GET without the body', async () => {
      const id = await open.thread('Eggs', 'Six minutes.')
      const got = await site.get(`/t/${id}.md`, { method: 'HEAD' })
      expect([got.status, got.text, got.headers['etag']]).to.deep.equal([200, '', `"thread:${id}:1"`])
    })
  })
})
