import type Router from '@koa/router'
import type { Context } from 'koa'
import type { ReadingParts } from '../../reading/reading_parts.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { notFound } from '../../rules/errors.ts'
import { cacheSeconds } from '../../rules/limits.ts'
import { isCanonical, letRobotsIn } from '../answer/x_robots_tag.ts'
import { clientMjs } from './client.ts'
import { agentCard } from './agent_card.ts'
import { aiCatalog } from './ai_catalog.ts'
import { llmsTxt } from './llms.ts'
import { llmsFullTxt } from './llms_full.ts'
import { openapiRoute } from './openapi.ts'
import { robotsTxt } from './robots.ts'
import { serverCard, serverCardType } from './server_card.ts'
import { openSitemap } from './sitemap.ts'
import { skillMd } from './skill.ts'
import { contentTypes } from '../answer/content_types.ts'

interface Parts extends ReadingParts {
  readonly config: Config
  readonly clock: Clock
}

const plain = contentTypes['text/plain']
const json = contentTypes['application/json']

/** Documents at fixed addresses for programs and search engines, the same for every client. */
export function discoveryRoutes(router: Router, parts: Parts): void {
  const { config } = parts
  const asJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`
  const fixed: readonly (readonly [path: string, type: string, text: () => string])[] = [
    ['/llms.txt', plain, () => llmsTxt(config)],
    ['/llms-full.txt', plain, () => llmsFullTxt(config)],
    ['/client/svc.mjs', contentTypes['text/javascript'], () => clientMjs(config)],
    ['/skill.md', contentTypes['text/markdown'], () => skillMd(config)],
    ['/.well-known/agent-card.json', json, () => asJson(agentCard(config))],
    ['/.well-known/ai-catalog.json', json, () => asJson(aiCatalog(config))],
    ['/mcp/server-card', serverCardType, () => asJson(serverCard(config))],
  ]
  for (const [path, type, make] of fixed) {
    let text: string | undefined
    router.get(path, (ctx) => {
      setHeaders(ctx, type)
      ctx.body = text ??= make()
    })
  }

  // kept by browsers as long, but by no shared cache
  openapiRoute(router, config)

  router.get('/robots.txt', (ctx) => {
    setHeaders(ctx, plain, cacheSeconds.robots)
    // the text depends on the host of the request
    ctx.set('Vary', 'Host')
    ctx.body = robotsTxt(config.baseUrl, isCanonical(ctx))
  })

  const sitemap = openSitemap(parts)
  router.get('/sitemap.xml', async (ctx) => {
    if (!isCanonical(ctx)) throw notFound('unreadable', `There is no sitemap of this host. Use ${config.baseUrl}.`)
    const text = await sitemap()
    setHeaders(ctx, 'application/xml; charset=utf-8')
    ctx.body = text
  })
}

function setHeaders(ctx: Context, type: string, age: number = cacheSeconds.discovery): void {
  ctx.set({
    'Content-Type': type,
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': `public, max-age=${age}`,
    'CDN-Cache-Control': `public, s-maxage=${cacheSeconds.discoveryCdn}, stale-while-revalidate=${cacheSeconds.discoveryStale}`,
  })
  letRobotsIn(ctx)
}
