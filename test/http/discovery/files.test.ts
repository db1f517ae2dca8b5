import { expect } from 'chai'
import { sitePageNames } from '../../../src/render/site/site_page.ts'
import { request } from 'node:http'
import { allowance, cacheSeconds, pace, perIp } from '../../../src/rules/limits.ts'
import { days } from '../../../src/rules/units.ts'
import { oldNames } from '../../../src/rules/old_names.ts'
import { type Cast, gatherCast } from '../../support/cast.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('the discovery files', () => {
  let server: TestServer
  let closed: TestServer
  let cast: Cast

  before(async () => {
    ;[server, closed] = await Promise.all([
      startServer({ ALLOWED_HOSTS: 'mirror.example' }),
      startServer({ SVC_GUEST_AGENTS: '0', SVC_PUBLIC_THREADS: '0' }),
    ])
    cast = await gatherCast(server)
  })
  after(async () => {
    await server.stop()
    await closed.stop()
  })

  const get = async (path: string, at = server) => {
    const response = await fetch(at.url + path)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const onMirror = (path: string): Promise<{ status: number; robots: unknown; text: string }> =>
    new Promise((resolve, reject) => {
      request(server.url + path, { headers: { Host: 'mirror.example' } }, (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, robots: response.headers['x-robots-tag'], text }),
        )
      })
        .on('error', reject)
        .end()
    })

  // SPEC: /llms.txt text/plain; what the
  // SPEC: /llms-full.txt text/plain; rules
  // SPEC: Discovery files > caching
  // SPEC: /mcp/server-card application
  // SPEC: Summary > get /llms.txt
  it('are there, each as its type, kept for a while by clients and longer by CDNs, for any origin and search engine', async () => {
    for (const [path, type, age] of [
      ['/llms.txt', 'text/plain; charset=utf-8', cacheSeconds.discovery],
      ['/llms-full.txt', 'text/plain; charset=utf-8', cacheSeconds.discovery],
      ['/skill.md', 'text/markdown; charset=utf-8', cacheSeconds.discovery],
      ['/.well-known/agent-card.json', 'application/json; charset=utf-8', cacheSeconds.discovery],
      ['/.well-known/ai-catalog.json', 'application/json; charset=utf-8', cacheSeconds.discovery],
      ['/mcp/server-card', 'application/mcp-server-card+json', cacheSeconds.discovery],
      ['/robots.txt', 'text/plain; charset=utf-8', cacheSeconds.robots],
      ['/sitemap.xml', 'application/xml; charset=utf-8', cacheSeconds.discovery],
    ] as const) {
      const { status, headers, text } = await get(path)
      expect(status, path).to.equal(200)
      expect(headers.get('content-type'), path).to.equal(type)
      expect(headers.get('cache-control'), path).to.equal(`public, max-age=${age}`)
      expect(headers.get('cdn-cache-control')).to.equal('public, s-maxage=3600, stale-while-revalidate=86400')
      expect(headers.get('access-control-allow-origin'), path).to.equal('*')
      expect(headers.get('x-robots-tag'), path).to.equal(null)
      expect(text.length, path).to.be.greaterThan(30)
      expect(text, path).not.to.match(/undefined|\[object|NaN/)
    }
  })

  it('lead only to what is there', async () => {
    const texts = await Promise.all(
      ['/llms.txt', '/llms-full.txt', '/skill.md', '/.well-known/ai-catalog.json', '/.well-known/agent-card.json'].map(
        async (path) => (await get(path)).text,
      ),
    )
    const named = new Set(texts.join(' ').match(new RegExp(`${server.url}/[\\w./-]+(?![\\w./<-])`, 'g')) ?? [])
    const addresses = [...named].filter((url) => !/\/(h|p|t|tools)\/?$|register|\/mcp$/.test(url))
    expect(addresses.length).to.be.greaterThan(5)
    for (const url of addresses)
      expect((await fetch(url.replace(/[.,)]+$/, ''), { redirect: 'manual' })).status, url).to.be.within(200, 302)
  })

  // SPEC: /llms.txt text/plain; what the
  it('say the way in that is open, and the other one where it is closed', async () => {
    for (const path of ['/llms.txt', '/skill.md']) {
      expect((await get(path)).text)
        .to.include('/api/v1/agents/register')
        .and.include('/h/<slug>.md')
      const shut = (await get(path, closed)).text
      expect(shut).to.include('does not let agents register').and.not.include('/api/v1/agents/register')
      expect(shut).to.include('Nothing on this server is readable without a key')
    }
    const steps = (await get('/llms.txt')).text.match(/^\d\. /gm)
    expect(steps).to.have.length(5)
  })

  it('hand out for an agent’s key the address whose answers every client shows its model', async () => {
    for (const path of ['/llms.txt', '/skill.md', '/invite?format=md', `/h/${cast.hub.slug}/llms.txt`, '/agents'])
      expect((await get(path)).text, path).to.contain(`${server.url}/mcp?content=text`)
  })

  it('show where each tool is described, and in the skill one call of each kind of write', async () => {
    const skill = (await get('/skill.md')).text
    for (const text of [skill, (await get('/llms.txt')).text]) expect(text).to.contain('/api/v1/tools/<name>')
    const shown = [...skill.matchAll(/^- (?:[^:{]+: )?(\w+) (\{.*\})$/gm)].map(([, tool, args]) => [
      tool,
      JSON.parse(args!),
    ])
    const tools = new Set(shown.map(([tool]) => tool))
    for (const tool of [
      'join_hub',
      'start_thread',
      'post_reply',
      'react',
      'create_pad',
      'undo_edit',
      'create_task',
      'update_task',
      'submit_result',
    ])
      expect([...tools]).to.include(tool)
    const edits = shown.filter(([tool]) => tool === 'edit_pad').map(([, args]) => Object.keys(args as object))
    for (const kind of ['edits', 'inserts', 'text', 'propose', 'decision', 'review', 'resolves_thread'])
      expect(edits.flat()).to.include(kind)
  })

  // SPEC: /skill.md text/markdown; front matter
  it('name another version of the skill where its text is another', async () => {
    const version = async (at: TestServer) => /^version: "(\w+)"$/m.exec((await get('/skill.md', at)).text)?.[1]
    expect(await version(server)).to.match(/^[0-9a-f]{12}$/)
    expect(await version(server)).to.equal(await version(server))
    expect(await version(server)).not.to.equal(await version(closed))
  })

  // SPEC: /llms-full.txt text/plain; rules
  it('print the limits of the rulebook, every window of them, and the names that go away', async () => {
    const { text } = await get('/llms-full.txt')
    const windows = [allowance, pace, perIp].flatMap((section) =>
      Object.values(section).filter((row: unknown) => typeof row === 'object' && row !== null && 'window_ms' in row),
    )
    for (const row of windows as unknown as { limit: number; pooled: string }[])
      expect(text).to.match(new RegExp(`: ${row.limit} in .* \\(${row.pooled.replaceAll(/[()/]/g, '.')}\\)`))
    for (const name of [...Object.values(oldNames).flatMap(Object.keys), 'board (now hub)', '180 days'])
      expect(text).to.include(name)
  })

  // SPEC: /.well-known/agent-card.json json card
  // SPEC: the service sends no webhooks
  // SPEC: /.well-known/ai-catalog.json
  // SPEC: /mcp/server-card application
  // SPEC: server version 0.1.0
  it('point at the MCP server and promise no more than there is', async () => {
    const card = JSON.parse((await get('/.well-known/agent-card.json')).text)
    expect(card.capabilities).to.deep.equal({ streaming: false, pushNotifications: false })
    expect(card.supportedInterfaces[0].url).to.equal(`${server.url}/mcp`)
    expect(card.version).to.equal('0.1.0')
    const { remotes, version } = JSON.parse((await get('/mcp/server-card')).text)
    expect(remotes).to.deep.equal([{ type: 'streamable-http', url: `${server.url}/mcp` }])
    expect(version).to.equal('0.1.0')
    const { entries } = JSON.parse((await get('/.well-known/ai-catalog.json')).text)
    expect(entries.map(({ type }: { type: string }) => type)).to.deep.equal([
      'mcp-server',
      'a2a-agent-card',
      'llms-txt',
      'llms-full-txt',
      'openapi',
    ])
    for (const { url } of entries) expect((await fetch(url)).status, url).to.equal(200)
  })

  // SPEC: /robots.txt crawl rules
  it('open the canonical host to crawlers, and no other', async () => {
    const { text } = await get('/robots.txt')
    expect(text)
      .to.include(`Sitemap: ${server.url}/sitemap.xml`)
      .and.not.match(/^Disallow: \/$/m)
    const robots = await onMirror('/robots.txt')
    expect(robots).to.include({ status: 200, text: 'User-agent: *\nDisallow: /\n', robots: 'noindex, nofollow' })
    expect((await onMirror('/sitemap.xml')).status).to.equal(404)
    expect((await onMirror('/llms.txt')).robots).to.equal('noindex, nofollow')
  })

  // SPEC: /sitemap.xml xml
  // SPEC: reach (live links
  it('list in the sitemap public hubs, and threads and pads there of ids with reach, neither folded nor hidden', async () => {
    const { otto, stranger, hub } = cast
    const start = async (who = otto, slug = hub.slug): Promise<string> =>
      (await who.does('start_thread', { hub: slug, title: 'Found?', body: 'By whom?' }))['thread_id']
    const shown = await start()
    const hidden = await start()
    await otto.does('moderate', { action: 'hide', level: 'hide', thread_id: hidden, reason: 'outdated' })
    await stranger.does('join_hub', { hub: hub.slug })
    const unknown = await start(stranger)
    const { slug } = await otto.does('create_hub', { title: 'Closed' })
    const inside = await start(otto, slug)
    await server.advance(days(2))
    const { text } = await get('/sitemap.xml')
    for (const path of [
      '/',
      '/explore',
      '/how-it-works',
      '/privacy',
      `/h/${hub.slug}`,
      `/t/${shown}`,
      `/p/${hub.front_pad.pad_id}`,
    ])
      expect(text).to.include(`<loc>${server.url}${path}</loc>`)
    for (const path of [`/h/${slug}`, `/t/${hidden}`, `/t/${unknown}`, `/t/${inside}`])
      expect(text).not.to.include(path)
    expect((await get(`/t/${shown}`)).headers.get('x-robots-tag')).to.equal(null)
    expect((await get(`/t/${unknown}`)).headers.get('x-robots-tag')).to.equal('noindex, nofollow')
    expect((await get('/sitemap.xml', closed)).text.match(/<loc>/g)).to.have.length(2 + sitePageNames.length)
  })
})
