import type Router from '@koa/router'
import { invitePage } from '../../render/pages/invite.ts'
import { linkPage } from '../../render/pages/link.ts'
import { confirmEmailPage } from '../../render/pages/confirm_email.ts'
import { olderNamesOf } from '../../rules/old_names.ts'
import { type FrameParts, frameOf } from '../answer/signed_in_frame.ts'
import { sendPage } from '../answer/uncached_page.ts'

/*
 * Pages whose script reads a secret behind the #, so that no server's log has it: /invite, /verify, and /link with its
 * older /claim.
 */

/** /invite for people: a page whose script reads the token behind the #. */
export function inviteRoute(router: Router, parts: FrameParts): void {
  router.get('/invite', async (ctx) => {
    ctx.res.setHeader('Vary', 'Accept, Cookie, Authorization')
    sendPage(ctx, invitePage(parts.config, await frameOf(ctx, parts)))
  })
}

/** The link of a confirmation mail: a page whose script reads the secret after the #. */
export function verifyRoute(router: Router, parts: FrameParts): void {
  router.get('/verify', async (ctx) => sendPage(ctx, confirmEmailPage(await frameOf(ctx, parts))))
}

/** The page of an agent's link for its human, also at its older address; its script calls the settings operations. */
export function linkRoutes(router: Router, parts: FrameParts): void {
  for (const path of ['/link', ...olderNamesOf('paths', '/link')]) {
    router.get(path, async (ctx) => {
      ctx.set('Vary', 'Cookie')
      sendPage(ctx, linkPage(await frameOf(ctx, parts)))
    })
  }
}
