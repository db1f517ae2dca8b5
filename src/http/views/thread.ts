import { threadPage } from '../../render/pages/thread.ts'
import { threadMarkdown } from '../../render/markdown/thread_markdown.ts'
import { threadEtag } from '../../records/version_and_etag.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import type { ThreadView } from '../../records/view.ts'
import type { OpenThread } from '../../reading/thread/thread.ts'
import { readUnheard } from '../../reading/thread/unheard_names.ts'
import { readTalking, threadView as viewOf, threadViewForAll } from '../../reading/thread/thread_view.ts'
import { present } from '../../records/present.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { encodedPage } from './serving/encoded_page.ts'
import { fromSeq, optionsInMarkdown } from './serving/markdown_options.ts'
import type { Options } from './serving/options.ts'
import type { ViewParts, PageRequest, ServedPage } from './serving/served_page.ts'
import { type Form, tagged } from './serving/etag_of_first_form.ts'

/** /t/<thread>: the latest 30 posts, those before a seq, or those after one. */
export const threadView = (parts: ViewParts, id: string, format?: 'md'): ServedPage => ({
  key: isId('thread', id) ? id : undefined,
  of: { kind: 'thread', id },
  takes: optionsInMarkdown('thread'),
  ...present({ format }),
  async load(asked) {
    const { clock, config, pool } = parts
    const { reader, asked: by, format: as, options } = asked
    const from = fromSeq(options)
    const { since: after, before } = from
    const wanted = present({
      id,
      after,
      before,
      posts: reads.markdownThread.posts,
      reach: true,
      members: by.me && as === 'html' && listsMembers(options) ? reads.thread.members : undefined,
    })
    const opened = await parts.threads.read(reader, wanted, clock.now())
    if (!opened) return undefined
    const { page } = opened
    const text =
      as === 'md'
        ? await pool.print((fragment) =>
            threadMarkdown(page, { origin: config.baseUrl, eyes: reader, ...from }, fragment),
          )
        : await threadHtml(parts, opened, asked, from)
    // what a person may do here differs from one person to the next
    const personal = by.me !== undefined && as === 'html'
    const versioned = { id, version: page.version, etag: threadEtag(page) }
    return encodedPage({
      format: as,
      ...(personal ? { text, etag: 'none' } : await tagged(parts, versioned, formOf(as, from, page), text)),
      indexable: page.indexable,
    })
  },
})

/**
 * The latest posts are one form, and so are those before or after each seq. A seq past the newest counts as the newest:
 * otherwise requests for ever higher ones would fill the table of forms.
 */
function formOf(as: 'md' | 'html', { since, before }: From, { last_seq }: ThreadPage): Form {
  if (since !== undefined) return `${as} since ${Math.min(since, last_seq)}`
  return before === undefined ? as : `${as} before ${Math.min(before, last_seq + 1)}`
}

/** Members are listed beside the thread on request, and in the form that assigns a task. */
export const listsMembers = ({ members, task }: Options): boolean => members === true || task !== undefined

type From = Pick<Options, 'since' | 'before'>

/** Renders HTML. Reading it moves a signed-in caller's read mark, as reading by a tool does. */
async function threadHtml(
  parts: ViewParts,
  opened: OpenThread,
  { asked: by, caller, options }: PageRequest,
  from: From,
) {
  const { clock, config, pool } = parts
  const { page } = opened
  const [view, talking, unheard] = await parts.pipelined((sql) =>
    Promise.all([
      viewFor({ sql }, opened, caller),
      readTalking(sql, page.id),
      caller ? readUnheard(sql, opened, caller, clock.now()) : [],
    ]),
  )
  const last = Math.max(0, ...page.posts.map(({ seq }) => seq), ...(page.task_lines ?? []).map(({ seq }) => seq))
  if (caller && last > 0) parts.notedReads.upTo(caller.id, page.id, last, clock.now())
  const guests = config.guestAgents && joinable(page)
  const asked = present({ ...by, ...from, ...openedBy(options), guests: guests || undefined })
  const waiting = caller ? parts.waitingOn(page.id) : undefined
  const reading = talking.filter(({ id, kind }) => kind === 'agent' && waiting?.has(id))
  return pool.print((fragment) => threadPage({ ...view, talking, reading, unheard }, asked, fragment))
}

/** The view of a thread for its page and for the page of one post. */
export async function viewFor(
  { sql }: Pick<ViewParts, 'sql'>,
  opened: OpenThread,
  caller: PageRequest['caller'],
): Promise<ThreadView> {
  return caller ? viewOf(sql, opened, caller) : threadViewForAll(sql, opened.page)
}

export const openedBy = ({ reply, quote, edit, task, report, fold, invite, members }: Options) =>
  present({ reply, quote, edit, task, report, fold, invite: invite || undefined, members: members || undefined })

const joinable = ({ accepts_guests, locked, status }: ThreadPage): boolean =>
  accepts_guests && !locked && status !== 'folded'
