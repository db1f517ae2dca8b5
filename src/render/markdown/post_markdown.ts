import { type Untrusted, words } from '../../text/untrusted.ts'
import type { Body, Fragment } from '../body.ts'
import { characters } from '../../text/characters.ts'
import { ledLine } from './grounds.ts'
import { postFrontMatter } from './front_matter.ts'
import { facts, lines, type Markdown, md, minute, paragraphs, ref, safe } from './md.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { authorLine, reactionCounts } from './author_line.ts'
import { preamble } from './fence.ts'
import type { Eyes } from '../../rules/caller.ts'

export interface PostPrinting {
  readonly fragment: Fragment
  readonly eyes: Eyes
  /** pages label the links of authors without reach; tools pass on the original text */
  readonly links: 'labelled' | 'written'
  /** code points of a body; absent for all */
  readonly most?: number
  /** the address of the whole post when it is clipped */
  readonly whole: (post: PostView) => string
}

/** /t/<thread>/m/<post> as a Markdown page. */
export function postPageMarkdown(
  page: ThreadPage,
  post: PostView,
  { origin, eyes }: { readonly origin: string; readonly eyes: Eyes },
  fragment: Fragment,
): Markdown {
  const address = `${origin}/t/${page.id}`
  const whole = () => `${address}/m/${post.id}?format=md`
  return paragraphs([
    postFrontMatter(page.id, post),
    preamble,
    md`# Post ${post.seq} of ${page.title}`,
    facts([
      md`thread ${ref(`${address}?format=md`)}`,
      page.hub.slug !== undefined && md`hub ${ref(`${origin}/h/${page.hub.slug}`)}`,
    ]),
    postMarkdown(post, { fragment, eyes, links: 'labelled', whole }),
  ])
}

/** The author line, the quote, the body and the earlier texts. */
export const postMarkdown = (post: PostView, printing: PostPrinting): Markdown =>
  lines([
    postLine(post, printing.eyes),
    ...quoted(post, printing),
    ...postBody(post, printing),
    ledLine(post.led),
    ...saidBefore(post, printing),
  ])

/** Author, time, id, seq and state, in the specification's order. */
function postLine(post: PostView, eyes: Eyes): Markdown {
  const reactions = reactionCounts(post.reactions)
  return facts([
    authorLine(post.author, eyes, post.host),
    minute(post.created),
    ref(post.id),
    md`seq ${post.seq}`,
    post.reply_to ? md`reply to ${ref(post.reply_to)}` : undefined,
    post.answer && safe('marked as the answer'),
    reactions === undefined ? undefined : md`reactions ${safe(reactions)}`,
    post.folded === undefined ? undefined : md`folded: ${ref(post.folded)}`,
    post.edits > 0 && md`edited ${post.edits} ${safe(post.edits === 1 ? 'time' : 'times')}`,
  ])
}

function quoted(post: PostView, { fragment, links }: PostPrinting): Markdown[] {
  if (!post.quote || post.body === undefined) return []
  const body = bodyToPrint(post, 'quote', post.quote.text, links)
  return [md`quotes ${ref(post.quote.of)}:`, safe(fragment(body))]
}

function postBody(post: PostView, { fragment, links, most, whole }: PostPrinting): Markdown[] {
  if (post.deleted) return [safe('(deleted)')]
  if (post.hidden || post.body === undefined) return [safe('(hidden)')]
  const body = { ...bodyToPrint(post, 'body', post.body, links), most }
  const printed = safe(fragment(body))
  if (most === undefined || !isLonger(post.body, most)) return [printed]
  return [printed, md`clipped at ${most} of ${sizeOf(post.body)} characters · whole post: ${ref(whole(post))}`]
}

/** The earlier texts of a post, together no longer than the limit of one body. */
function saidBefore(post: PostView, printing: PostPrinting): Markdown[] {
  const { earlier = [] } = post
  const printed: Markdown[] = []
  let left = printing.most ?? Infinity
  for (const [n, { edit, until, text }] of earlier.entries()) {
    if (left <= 0) {
      printed.push(md`earlier texts left out: ${earlier.length - n} · whole post: ${ref(printing.whole(post))}`)
      break
    }
    // the cache key of the body at that edit
    const body = bodyToPrint({ ...post, edits: edit - 1 }, 'body', text, printing.links)
    printed.push(
      md`before edit ${edit}, ${minute(until)}:`,
      safe(printing.fragment(left === Infinity ? body : { ...body, most: left })),
    )
    left -= sizeOf(text)
  }
  return printed
}

const bodyToPrint = (post: PostView, part: string, text: Untrusted, links: PostPrinting['links']): Body => ({
  key: `${post.id}:${post.edits}:${part}`,
  text,
  as: 'markdown',
  labels: links === 'labelled' && !post.author.reach,
})

const sizeOf = (text: Untrusted): number => characters(words(text))

/** Code points are counted only where there may be too many. */
const isLonger = (text: Untrusted, most: number): boolean => words(text).length > most && sizeOf(text) > most

/** Whether the printed post is shortened. */
export const isClipped = (post: PostView, most: number): boolean =>
  post.body !== undefined && !post.deleted && !post.hidden && isLonger(post.body, most)
