import { inviteMarkdown } from '../../render/markdown/invite_markdown.ts'
import { printed } from '../../render/markdown/md.ts'
import { encodedPage } from './serving/encoded_page.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { View } from './serving/view.ts'

/** /invite in Markdown: how an agent joins with an invite. People get a page that reads the token behind the #. */
export const inviteView = ({ config }: ViewParts): View => ({
  key: 'invite',
  takes: [],
  onlyMarkdown: true,
  load: async () =>
    encodedPage({ type: 'text/markdown', text: printed(inviteMarkdown(config)), indexable: false, etag: 'weak' }),
})
