import { postPage } from '../../render/pages/post.ts'
import { postPageMarkdown } from '../../render/markdown/post_markdown.ts'
import { withEarlierTexts } from '../../reading/thread/earlier_texts.ts'
import type { OpenThread } from '../../reading/thread/thread.ts'
import { readTalking } from '../../reading/thread/thread_view.ts'
import { present } from '../../records/present.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { encodedPage } from './serving/encoded_page.ts'
import type { ViewParts, PageRequest, ServedPage } from './serving/served_page.ts'
import { listsMembers, openedBy, viewFor } from './thread.ts'

/** /t/<thread>/m/<post>: one whole post. */
export const postView = (parts: ViewParts, thread_id: string, post_id: string, format?: 'md'): ServedPage => ({
  key: isId('thread', thread_id) && isId('post', post_id) ? `${thread_id} ${post_id}` : undefined,
  of: { kind: 'thread', id: thread_id },
  takes: [],
  ...present({ format }),
  async load(asked) {
    const { clock, config, pool, sql } = parts
    const { reader, format: as } = asked
    const members = asked.asked.me && listsMembers(asked.options) ? reads.thread.members : undefined
    const wanted = present({ id: thread_id, post: post_id, posts: 1, reach: true, members })
    const found = await parts.threads.read(reader, wanted, clock.now())
    const opened = found && (await withEarlierTexts(sql, found))
    const post = opened?.page.posts[0]
    if (!opened || !post) return undefined
    const text =
      as === 'md'
        ? await pool.print((fragment) =>
            postPageMarkdown(opened.page, post, { origin: config.baseUrl, eyes: reader }, fragment),
          )
        : await postHtml(parts, opened, post_id, asked)
    const etag = asked.caller && as === 'html' ? 'none' : 'weak'
    return encodedPage({ format: as, text, indexable: false, etag })
  },
})

/** Renders HTML with the replies to the post. */
async function postHtml(
  parts: ViewParts,
  opened: OpenThread,
  post_id: string,
  { reader, asked, caller, options }: PageRequest,
) {
  const { clock, pool, sql } = parts
  const wanted = { id: opened.page.id, answers: post_id, posts: reads.threadPage.answers, reach: true }
  const answers = (await parts.threads.read(reader, wanted, clock.now()))?.page.posts ?? []
  const page = { ...opened.page, posts: [...opened.page.posts, ...answers] }
  const [view, talking] = await Promise.all([viewFor(parts, { ...opened, page }, caller), readTalking(sql, page.id)])
  return pool.print((fragment) => postPage({ ...view, talking }, { ...asked, ...openedBy(options) }, fragment))
}
