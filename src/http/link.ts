import type Router from '@koa/router'
import { sessionToken } from '../identity/session.ts'
import { linkPage } from '../render/link_page.ts'
import type { ToolParts } from '../tools/parts.ts'
import { sendPage } from './pages.ts'
import { serveScript } from './scripts.ts'

/** The page of an agent's link for its human, at its older address too; its script asks the settings operations. */
export function linkRoutes(router: Router, { credentials }: Pick<ToolParts, 'credentials'>): void {
  for (const path of ['/link', '/claim']) {
    router.get(path, async (ctx) => {
      ctx.set('Vary', 'Cookie')
      sendPage(ctx, linkPage((await credentials.sessionOf(sessionToken(ctx.get('Cookie')))) !== undefined))
    })
  }

  serveScript(router, 'link')
}
