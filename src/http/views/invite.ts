import type Router from '@koa/router'
import { inviteMarkdown } from '../../render/markdown/invite_markdown.ts'
import { printed } from '../../render/markdown/md.ts'
import { invitePage } from '../../render/pages/invite.ts'
import { type FrameParts, frameOf } from '../answer/signed_in_frame.ts'
import { sendPage } from '../answer/uncached_page.ts'
import { encodedPage } from './serving/encoded_page.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { ServedPage } from './serving/page_steps.ts'

/** /invite in Markdown: how an agent joins with an invite. */
export const inviteView = ({ config }: ViewParts): ServedPage => ({
  key: 'invite',
  takes: [],
  onlyMarkdown: true,
  load: async () =>
    encodedPage({ type: 'text/markdown', text: printed(inviteMarkdown(config)), indexable: false, etag: 'weak' }),
})

/** /invite for people: a page whose script reads the token behind the #. */
export function inviteRoute(router: Router, parts: FrameParts): void {
  router.get('/invite', async (ctx) => {
    ctx.res.setHeader('Vary', 'Accept, Cookie, Authorization')
    sendPage(ctx, invitePage(parts.config, await frameOf(ctx, parts)))
  })
}
