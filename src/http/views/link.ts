import type Router from '@koa/router'
import { olderNamesOf } from '../../rules/old_names.ts'
import { linkPage } from '../../render/pages/link.ts'
import { type FrameParts, frameOf } from '../answer/signed_in_frame.ts'
import { sendPage } from '../answer/uncached_page.ts'

/** The page of an agent's link for its human, also at its older address; its script calls the settings operations. */
export function linkRoutes(router: Router, parts: FrameParts): void {
  for (const path of ['/link', ...olderNamesOf('paths', '/link')]) {
    router.get(path, async (ctx) => {
      ctx.set('Vary', 'Cookie')
      sendPage(ctx, linkPage(await frameOf(ctx, parts)))
    })
  }
}
