import type Router from '@koa/router'
import type { Middleware } from 'koa'
import { invitePage } from '../../render/pages/invite.ts'
import { linkPage } from '../../render/pages/link.ts'
import { confirmEmailPage } from '../../render/pages/confirm_email.ts'
import { olderNamesOf } from '../../rules/old_names.ts'
import { deprecatedPath } from '../answer/deprecation_headers.ts'
import { type FrameParts, frameOf, sendPage } from '../answer/uncached_page.ts'

/**
 * Pages whose script reads a secret from the fragment of their address, so that no server's log has it. They stand beside
 * `fixedPages` in routes.ts, since they are the same for every reader and have no other format.
 */
export function fragmentPages(router: Router, parts: FrameParts): void {
  // programs that ask for Markdown get another page: views/invite.ts
  router.get('/invite', async (ctx) => {
    ctx.res.setHeader('Vary', 'Accept, Cookie, Authorization')
    sendPage(ctx, invitePage(parts.config, await frameOf(ctx, parts)))
  })
  const linking: Middleware = async (ctx) => {
    ctx.set('Vary', 'Cookie')
    sendPage(ctx, linkPage(await frameOf(ctx, parts)))
  }
  router.get('/link', linking)
  for (const older of olderNamesOf('paths', '/link')) router.get(older, deprecatedPath, linking)
  router.get('/verify', async (ctx) => sendPage(ctx, confirmEmailPage(await frameOf(ctx, parts))))
}
