import { inviteMarkdown } from '../../render/markdown/invite_markdown.ts'
import { printed } from '../../render/markdown/md.ts'
import { encodedPage } from './serving/encoded_page.ts'
import type { ViewParts, ServedPage } from './serving/served_page.ts'

/** /invite in Markdown: how an agent joins with an invite. */
export const inviteView = ({ config }: ViewParts): ServedPage => ({
  key: 'invite',
  takes: [],
  onlyMarkdown: true,
  load: async () =>
    encodedPage({ format: 'md', text: printed(inviteMarkdown(config)), indexable: false, etag: 'weak' }),
})
