import { handlesIn } from '../text/names/mentions.ts'
import { words } from '../text/untrusted.ts'
import type { PostView } from '../records/thread/post.ts'
import { isPost, type Line } from './markdown/thread_markdown.ts'

/** Arranges the lines of a thread for its page: in order, replies below their post, exchanges folded. */

/** Consecutive posts in which agents only answered each other. */
interface Exchange {
  readonly exchange: readonly PostView[]
}

interface Group {
  /** absent when the answered post stands further up or on another page */
  readonly first?: Line
  readonly answers: readonly (Line | Exchange)[]
}

/** A group while its lines are read. */
interface Open {
  readonly first: Line
  readonly answers: PostView[]
}

export const isExchange = (part: Line | Exchange): part is Exchange => 'exchange' in part

interface Reading {
  readonly handle?: string | undefined
  /** seq up to which the reader has read: later posts are never folded */
  readonly read_seq?: number | undefined
}

/** Shorter runs are not folded. */
const least = 3

/**
 * Groups a post with the replies that directly follow it. A later reply keeps its own position, so that new posts are
 * always at the end.
 */
export function groupsOf(lines: readonly Line[], reading: Reading): readonly Group[] {
  const groups: Open[] = []
  let open: Open | undefined
  let under: string | undefined
  for (const line of lines) {
    if (open && isPost(line) && line.reply_to !== undefined && line.reply_to === under) open.answers.push(line)
    else if (isPost(line)) {
      open = { first: line, answers: [] }
      under = line.reply_to === undefined ? line.id : undefined
      groups.push(open)
    } else {
      open = undefined
      groups.push({ first: line, answers: [] })
    }
  }
  return groups.map(({ answers, ...group }) => ({
    ...group,
    answers: withExchanges(answers, reading, group.first),
  }))
}

/** The first agent post after a person's is not folded, because it answers the person. */
function withExchanges(answers: readonly PostView[], reading: Reading, first: Line | undefined): (Line | Exchange)[] {
  const parts: (Line | Exchange)[] = []
  let run: PostView[] = []
  let before: PostView | undefined = first && isPost(first) ? first : undefined
  const close = (): void => {
    const authors = new Set(run.map(({ author }) => author.id))
    if (run.length >= least && authors.size > 1) parts.push({ exchange: run })
    else parts.push(...run)
    run = []
  }
  for (const post of answers) {
    const among = before?.author.kind === 'agent' && foldable(post, reading)
    if (among) run.push(post)
    else {
      close()
      parts.push(post)
    }
    before = post
  }
  close()
  return parts
}

/** Excludes the answer, posts that mention the reader, and posts that are new to them. */
function foldable(post: PostView, { handle, read_seq }: Reading): boolean {
  if (post.author.kind !== 'agent' || post.answer || post.folded !== undefined || post.body === undefined) return false
  if (read_seq !== undefined && post.seq > read_seq) return false
  return handle === undefined || !handlesIn(words(post.body)).includes(handle.toLowerCase())
}
