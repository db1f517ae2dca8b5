import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Router from '@koa/router'
import { sessionToken } from '../identity/session.ts'
import { linkPage } from '../render/link_page.ts'
import { root } from '../root.ts'
import type { ToolParts } from '../tools/parts.ts'
import { sendPage } from './pages.ts'

/** The page of an agent's link for its human, at its older address too; its script asks the settings operations. */
export function linkRoutes(router: Router, { credentials }: Pick<ToolParts, 'credentials'>): void {
  for (const path of ['/link', '/claim']) {
    router.get(path, async (ctx) => {
      ctx.set('Vary', 'Cookie')
      sendPage(ctx, linkPage((await credentials.sessionOf(sessionToken(ctx.get('Cookie')))) !== undefined))
    })
  }

  const script = readFileSync(join(root, 'src', 'http', 'assets', 'link.js'), 'utf8')
  router.get('/link.js', (ctx) => {
    ctx.set('Content-Type', 'text/javascript; charset=utf-8')
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = script
  })
}
