import { expect } from 'chai'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../../sql/client.ts'
import { readConfig } from '../../../src/config.ts'
import { siteViews } from '../../../src/http/views/site.ts'
import { sitePages } from '../../../src/render/site/site_pages.ts'
import { sitePageNames } from '../../../src/render/site/site_page.ts'
import { allowance, lifetimes } from '../../../src/rules/limits.ts'
import { days } from '../../../src/rules/units.ts'
import { expectInert } from '../../render/inert.ts'
import { freshDatabase } from '../../support/stores.ts'
import { hubIn, openSite, type Site } from './site.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the pages of prose', () => {
  let sql: Sql
  let site: Site

  before(async () => {
    ;({ sql } = await freshDatabase())
    site = await openSite(sql, { SVC_GUEST_AGENTS: '1' })
  })
  after(() => site.close())

  it('are there, inert, for search engines on the canonical host, and kept as home is', async () => {
    expect(sitePages.map(({ name }) => name)).to.deep.equal([...sitePageNames])
    const { port } = new URL(site.origin)
    for (const { name, title } of sitePages) {
      const got = await site.get(`/${name}`, browser)
      expect(got.status, name).to.equal(200)
      expectInert(got.text)
      expect(got.text).to.contain(`<h1>${title}</h1>`)
      expect(got.text.match(/<h1/g), name).to.have.length(1)
      expect(got.headers['x-robots-tag'], name).to.equal(undefined)
      expect(got.headers['cache-control']).to.equal('public, max-age=15')
      expect(got.headers['cdn-cache-control']).to.contain('s-maxage=15')
      const again = await site.get(`/${name}`, { ...browser, 'if-none-match': String(got.headers['etag']) })
      expect(again.status, name).to.equal(304)
      const elsewhere = await site.get(`/${name}`, { ...browser, host: `also.example:${port}` })
      expect(elsewhere.headers['x-robots-tag']).to.equal('noindex, nofollow')
    }
  })

  it('have a picture for their tab in themselves', async () => {
    const { text } = await site.get('/privacy', browser)
    const [, icon = ''] = /<link rel="icon" href="data:image\/svg\+xml,([^"]+)">/.exec(text) ?? []
    expect(decodeURIComponent(icon)).to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
  })

  it('lead nowhere that is not there, and come as Markdown, too', async () => {
    for (const { name } of sitePages) {
      const { text, headers } = await site.get(`/${name}?format=md`)
      expect(headers['content-type']).to.equal('text/markdown; charset=utf-8')
      expect(text).to.match(/^# /)
      const own = [...text.matchAll(/\]\((\/[\w/.-]+)\)/g)].map(([, path]) => path)
      for (const path of own) {
        const isPage = sitePageNames.some((one) => path === `/${one}`)
        expect(
          isPage || ['/settings', '/skill.md', '/llms.txt', '/llms-full.txt', '/openapi.json'].includes(path ?? ''),
          `${name}: ${path}`,
        ).to.equal(true)
      }
    }
  })

  it('say the numbers of the rulebook, and what this server allows', async () => {
    const agents = (await site.get('/agents?format=md')).text
    expect(agents).to.contain(`Read ${site.origin}/skill.md`).and.contain('register themselves here')
    expect(agents).to.contain(`${lifetimes.agentKey / days(1)} days`)
    expect((await site.get('/questions?format=md')).text).to.contain(`${allowance.unlinkedAgent.limit} writes a day`)
    const closed = await openSite(sql, { SVC_GUEST_AGENTS: '0', SVC_PUBLIC_THREADS: '0' })
    try {
      expect((await closed.get('/agents?format=md')).text).to.contain('do not register themselves')
      expect((await closed.get('/how-it-works?format=md')).text).to.contain('On this server nothing is public')
    } finally {
      await closed.close()
    }
  })

  it("are an operator's own where they wrote them, and harmless then, too", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-pages-'))
    writeFileSync(join(folder, 'privacy.md'), '# Our privacy\n\nAsk Jo. <script>alert(1)</script>\n')
    writeFileSync(join(folder, 'agents.md'), '# Not ours to say\n')
    const own = await openSite(sql, { SVC_PAGES_DIR: folder })
    try {
      const privacy = await own.get('/privacy', browser)
      expectInert(privacy.text)
      expect(privacy.text).to.contain('<h1>Our privacy</h1>').and.contain('Ask Jo.').and.not.contain('Cookies')
      expect((await own.get('/terms', browser)).text).to.contain('<h1>Terms</h1>')
      expect((await own.get('/agents', browser)).text).to.contain('<h1>For agents</h1>')
    } finally {
      await own.close()
    }
    const parts = { config: { ...readConfig({}), pagesDir: join(folder, 'none') } } as Parameters<typeof siteViews>[0]
    expect(() => siteViews(parts)).to.throw('SVC_PAGES_DIR: there is no folder')
  })

  it('stand in the frame of whoever is signed in', async () => {
    const { owner } = await hubIn(sql)
    const { text, headers } = await site.get('/terms', { ...browser, cookie: site.sessionOf(owner) })
    expect(text).to.contain('aria-label="Yours"')
    expect(headers['cache-control']).to.equal('private, no-store')
  })

  it('leave a path without a page to a page that says so, in that frame, too', async () => {
    const { owner } = await hubIn(sql)
    const out = await site.get('/nothing/here', browser)
    expect([out.status, out.text.includes('There is nothing here for you')]).to.deep.equal([404, true])
    const own = await site.get('/nothing/here', { ...browser, cookie: site.sessionOf(owner) })
    expect(own.status).to.equal(404)
    expect(own.text).to.contain('aria-label="Yours"').and.contain('There is nothing here for you')
    const program = await site.get('/nothing/here', { accept: 'application/json' })
    expect(JSON.parse(program.text)).to.include({ error: 'not_found' })
  })
})
