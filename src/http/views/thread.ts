import { postPageHtml } from '../../render/post_page.ts'
import { postPageMarkdown, threadEtag, threadMarkdown } from '../../render/thread.ts'
import { threadHtml } from '../../render/thread_page.ts'
import { withEarlierTexts } from '../../reading/earlier_texts.ts'
import { readThread } from '../../reading/thread.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { found } from './found.ts'
import type { ViewParts } from './parts.ts'
import type { View } from './view.ts'

/** /t/<thread>: the latest 30 posts, those before a seq, or those after one. */
export const threadView = ({ config, clock, pool, sql }: ViewParts, id: string, format?: 'md'): View => ({
  key: isId('thread', id) ? id : undefined,
  of: { kind: 'thread', id },
  takes: ['before', 'since'],
  ...(format && { format }),
  async load({ reader, signedIn, format: as, options }) {
    const { before, since } = options
    const from = since !== undefined ? { since } : before !== undefined ? { before } : {}
    const place = since !== undefined ? { after: since } : before !== undefined ? { before } : {}
    const wanted = { id, ...place, posts: reads.markdownThread.posts, reach: true }
    const page = (await readThread(sql, reader, wanted, clock.now()))?.page
    if (!page) return undefined
    const asked = { origin: config.baseUrl, signedIn, ...from }
    const text = await pool.print((fragment) =>
      as === 'md' ? threadMarkdown(page, asked, fragment) : threadHtml(page, asked, fragment),
    )
    return found({
      type: as === 'md' ? 'text/markdown' : 'text/html',
      text,
      indexable: page.indexable,
      etag: { version: threadEtag(page) },
    })
  },
})

/** /t/<thread>/m/<post>: one post, whole. */
export const postView = (
  { config, clock, pool, sql }: ViewParts,
  thread_id: string,
  post_id: string,
  format?: 'md',
): View => ({
  key: isId('thread', thread_id) && isId('post', post_id) ? `${thread_id} ${post_id}` : undefined,
  of: { kind: 'thread', id: thread_id },
  takes: [],
  ...(format && { format }),
  async load({ reader, signedIn, format: as }) {
    const wanted = { id: thread_id, post: post_id, posts: 1, reach: true }
    const opened = await readThread(sql, reader, wanted, clock.now())
    const thread = opened && (await withEarlierTexts(sql, opened.page, opened.seats))
    const post = thread?.posts[0]
    if (!thread || !post) return undefined
    const origin = config.baseUrl
    const text = await pool.print((fragment) =>
      as === 'md'
        ? postPageMarkdown(thread, post, origin, fragment)
        : postPageHtml(thread, post, { origin, signedIn }, fragment),
    )
    return found({ type: as === 'md' ? 'text/markdown' : 'text/html', text, indexable: false, etag: 'weak' })
  },
})
