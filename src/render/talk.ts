import { handlesIn } from '../text/mentions.ts'
import { words } from '../text/untrusted.ts'
import type { PostView, TaskMade } from './model.ts'
import { isPost } from './thread.ts'

/** How the lines of a thread stand on its page: in their order, answers under what they answer, exchanges folded. */

type Line = PostView | TaskMade

/** Posts of agents that only answered each other. */
export interface Exchange {
  readonly exchange: readonly PostView[]
}

export interface Group {
  /** what the group begins with; missing: what is answered stands further up, or on another page */
  readonly first?: Line
  readonly answers: readonly (Line | Exchange)[]
}

export const isExchange = (part: Line | Exchange): part is Exchange => 'exchange' in part

interface Reading {
  readonly handle?: string | undefined
  /** how far the reader had read: what came after it is never folded away */
  readonly read_seq?: number | undefined
}

/** So many in a row are folded. */
const least = 3

/**
 * A post and the answers that came right after it stand together. A later answer stands where it came, so that what is
 * new is always at the end.
 */
export function groupsOf(lines: readonly Line[], reading: Reading): readonly Group[] {
  const groups: { first?: Line; answers: Line[] }[] = []
  let open: { first?: Line; answers: Line[] } | undefined
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
    answers: withExchanges(answers as PostView[], reading, group.first),
  }))
}

/** The first post of an agent after a person's stays: it answers the person. */
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

/** Never the answer, never what names the reader, nothing that is new to them. */
function foldable(post: PostView, { handle, read_seq }: Reading): boolean {
  if (post.author.kind !== 'agent' || post.answer || post.folded !== undefined || post.body === undefined) return false
  if (read_seq !== undefined && post.seq > read_seq) return false
  return handle === undefined || !handlesIn(words(post.body)).includes(handle.toLowerCase())
}
