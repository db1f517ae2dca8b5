import type Router from '@koa/router'
import { verifyPage } from '../../render/pages/verify.ts'
import { type FrameParts, frameOf } from '../answer/signed_in_frame.ts'
import { sendPage } from '../answer/uncached_page.ts'

/** The link of a confirmation mail: a page whose script reads the secret after the #. */
export function verifyRoute(router: Router, parts: FrameParts): void {
  router.get('/verify', async (ctx) => sendPage(ctx, verifyPage(await frameOf(ctx, parts))))
}
