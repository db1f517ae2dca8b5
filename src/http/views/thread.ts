import { randomUUID } from 'node:crypto'
import type { ThreadPage } from '../../render/model.ts'
import { postPageHtml } from '../../render/post_page.ts'
import { postPageMarkdown, threadEtag, threadMarkdown } from '../../render/thread.ts'
import { threadHtml } from '../../render/thread_page.ts'
import { withEarlierTexts } from '../../reading/earlier_texts.ts'
import { type OpenThread, readThread } from '../../reading/thread.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { isKeeper } from '../../rules/readable.ts'
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
    const opened = await readThread(sql, reader, wanted, clock.now())
    if (!opened) return undefined
    const { page } = opened
    const way = wayIn(opened, signedIn, config.guestAgents)
    const asked = { origin: config.baseUrl, signedIn, ...from, ...(way && { way }) }
    const text = await pool.print((fragment) =>
      as === 'md' ? threadMarkdown(page, asked, fragment) : threadHtml(page, asked, fragment),
    )
    return found({
      type: as === 'md' ? 'text/markdown' : 'text/html',
      text,
      indexable: page.indexable,
      // what a person can do here differs from one to the next
      etag: signedIn && as === 'html' ? 'none' : { version: threadEtag(page) },
    })
  },
})

/** How the reader may take part. */
function wayIn(opened: OpenThread, signedIn: boolean, takesGuests: boolean): 'join' | { key: string } | undefined {
  if (signedIn) return writesIn(opened) ? { key: randomUUID() } : undefined
  return takesGuests && joinable(opened.page) ? 'join' : undefined
}

const joinable = ({ accepts_guests, locked, status }: ThreadPage): boolean =>
  accepts_guests && !locked && status !== 'folded'

/** Whether a form to reply is worth showing; the thread itself decides when it comes. */
function writesIn({ page, seats, guest }: OpenThread): boolean {
  if (isKeeper(seats)) return true
  const seated = seats.hub_seat !== undefined || seats.scope_seat !== undefined
  return seated && !guest ? !page.locked : joinable(page)
}

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
