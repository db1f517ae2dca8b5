import type { DmLine, DmPage } from '../../records/dm_page.ts'
import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import type { Fragment } from '../body.ts'
import { fittingFrom, jsonCharacters, jsonOfReading, leftFree } from '../cut_to_size.ts'
import { facts, lines, type Markdown, md, minute, printed, ref, safe, counted } from '../markdown/md.ts'
import type { PostView } from '../../records/thread/post.ts'
import { postMarkdown } from '../markdown/post_markdown.ts'
import { authorLine } from '../markdown/author_line.ts'
import { preamble } from '../markdown/fence.ts'
import type { Eyes } from '../../rules/caller.ts'

/** One line for each DM, most recently changed first. */
export const dmsText = (dms: readonly DmLine[], next: string | undefined, eyes: Eyes): Markdown =>
  lines([
    dms.length > 0 && preamble,
    ...dms.map((dm) => line(dm, eyes)),
    dms.length === 0 && safe('no DMs here'),
    next !== undefined && md`more: the same list_dms with cursor ${ref(next)}`,
  ])

const line = (dm: DmLine, eyes: Eyes): Markdown =>
  facts([
    md`dm ${ref(dm.id)}`,
    md`with ${authorLine(dm.with, eyes)}`,
    statusWords(dm),
    dm.unread > 0 && md`${dm.unread} unread`,
    counted(dm.last_seq, 'post'),
    minute(dm.updated),
  ])

function statusWords({ status, direction }: DmLine): Markdown {
  if (status !== 'requested') return safe(status)
  return safe(direction === 'in' ? 'requested: your answer is waited for' : 'requested: waits for their answer')
}

/** A DM as a tool's text: the posts that fit, and the rest as notes. */
interface DmText {
  readonly text: Markdown
  /** the posts included in the text, oldest first */
  readonly posts: readonly PostView[]
  readonly has_older: boolean
}

interface DmPrinting {
  readonly eyes: Eyes
  readonly from: 'newest' | 'oldest'
  readonly clip: boolean
  /** JSON characters of a post as fields */
  readonly inData: (post: PostView) => number
}

/** `from` is the end from which posts are taken until the text is full. Without `clip` posts are printed whole. */
export function dmText(page: DmPage, { eyes, from, clip, inData }: DmPrinting, fragment: Fragment): DmText {
  const { dm } = page
  const head = lines([preamble, line(dm, eyes)])
  const whole = ({ seq }: PostView): string => `list_dms with dm_id, after_seq ${seq - 1} and limit 1`
  const printing = present({
    fragment,
    eyes,
    links: 'written' as const,
    whole,
    most: clip ? reads.thread.postClip : undefined,
  })
  const {
    taken: posts,
    printed: pieces,
    isCut,
  } = fittingFrom(from, page.posts, (post) => postMarkdown(post, printing), {
    characters: reads.thread.aroundCharacters - printed(head).length - leftFree.text,
    json: jsonOfReading - jsonCharacters(printed(head)),
    inData,
  })
  const has_older = page.has_older || (from === 'newest' && isCut)
  const has_newer = page.has_newer || (from === 'oldest' && isCut)
  const [first, last] = [posts[0], posts.at(-1)]
  return {
    text: lines([
      head,
      ...pieces,
      pieces.length === 0 && safe('no posts here'),
      has_older && first ? md`older posts: list_dms with dm_id and before_seq ${first.seq}` : undefined,
      has_newer && last ? md`newer posts: list_dms with dm_id and after_seq ${last.seq}` : undefined,
      dm.status === 'requested' && dm.direction === 'in'
        ? safe('answer: respond_to_dm with action accept, decline or block')
        : undefined,
    ]),
    posts,
    has_older,
  }
}
