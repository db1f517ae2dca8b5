import { reads } from '../../rules/limits.ts'
import type { Fragment } from '../body.ts'
import { fittingFrom } from '../cut_to_size.ts'
import { threadFrontMatter } from './front_matter.ts'
import { groundLines } from './grounds.ts'
import { facts, lines, type Markdown, md, paragraphs, ref, safe, counted } from './md.ts'
import { fence, preamble } from './fence.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { TaskMade } from '../../records/thread/task_line.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { postMarkdown, type PostPrinting } from './post_markdown.ts'
import { authorLine } from './author_line.ts'
import { hubLink } from './hub_link.ts'
import type { Eyes } from '../../rules/caller.ts'
import { asWrittenBy } from '../link_labels.ts'
import { decisionLines, taskLines, taskMadeLine, type WorkPrinting } from './task_decision_edit_lines.ts'

interface ThreadAsked {
  readonly origin: string
  readonly eyes: Eyes
  /** posts before this seq */
  readonly before?: number
  /** posts after this seq, oldest first; takes precedence over before */
  readonly since?: number
}

export function threadMarkdown(page: ThreadPage, asked: ThreadAsked, fragment: Fragment): Markdown {
  const address = `${asked.origin}/t/${page.id}`
  const fits = fittingLines(
    page,
    {
      fragment,
      eyes: asked.eyes,
      links: 'labelled',
      most: reads.markdownThread.postClip,
      whole: (post) => `${address}/m/${post.id}?format=md`,
    },
    { characters: reads.markdownThread.characters },
    asked.since === undefined ? 'newest' : 'oldest',
  )
  const { first, last } = fits
  return paragraphs([
    ...threadTop(page, asked),
    asked.since === undefined && fits.has_older && first
      ? md`older posts: ${ref(`${address}?format=md&before=${first.seq}`)}`
      : undefined,
    ...fits.printed,
    fits.printed.length === 0 && asked.since === undefined && safe('No posts here.'),
    asked.since !== undefined &&
      (fits.has_newer && last
        ? md`newer posts: ${ref(`${address}?format=md&since=${last.seq}`)}`
        : md`Nothing new: no more posts after seq ${last?.seq ?? asked.since}.`),
    asked.since === undefined && asked.before !== undefined && fits.has_newer && last
      ? md`newer posts: ${ref(`${address}?format=md&since=${last.seq}`)}`
      : undefined,
    ...work(page, { eyes: asked.eyes, links: 'labelled' }),
  ])
}

/** The part above the posts, for every form of a thread as a document. */
export const threadTop = (page: ThreadPage, { origin, eyes }: Pick<ThreadAsked, 'origin' | 'eyes'>): Markdown[] => [
  threadFrontMatter(page),
  preamble,
  md`# ${page.title}`,
  lines([
    facts([
      hubLink(page.hub, origin),
      md`started by ${authorLine(page.starter, eyes)}`,
      counted(postsIn(page), 'post'),
      page.locked && safe('locked: no new posts'),
      page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
    ]),
    page.duplicate_of &&
      md`says the same as [${page.duplicate_of.title}](${ref(`${origin}/t/${page.duplicate_of.id}`)})`,
    ...about(page, `${origin}/p/`, 'labelled'),
    ...groundLines(page.from, { eyes, links: 'labelled' }),
  ]),
]

export type Line = PostView | TaskMade

export const isPost = (line: Line): line is PostView => 'author' in line

/** Posts and task lines, ordered by seq. */
export const linesOf = ({ posts, task_lines = [] }: ThreadPage): readonly Line[] =>
  task_lines.length === 0 ? posts : [...posts, ...task_lines].toSorted((a, b) => a.seq - b.seq)

export const postsIn = ({ last_seq, tasks_made = 0 }: ThreadPage): number => last_seq - tasks_made

/** Prints lines, starting at the given end, until the budget is full. */
export function fittingLines(
  page: ThreadPage,
  printing: PostPrinting,
  budget: Parameters<typeof fittingFrom<Line>>[3],
  from: 'newest' | 'oldest',
) {
  const { taken, printed, isCut } = fittingFrom(
    from,
    linesOf(page),
    (line) => (isPost(line) ? postMarkdown(line, printing) : taskMadeLine(line, printing.eyes)),
    budget,
  )
  return {
    posts: taken.filter(isPost),
    printed,
    first: taken[0],
    last: taken.at(-1),
    has_older: page.has_older || (from === 'newest' && isCut),
    has_newer: page.has_newer || (from === 'oldest' && isCut),
  }
}

export function about(
  { about: subject, starter }: ThreadPage,
  before: string,
  links: PostPrinting['links'],
): Markdown[] {
  if (!subject) return []
  const reach = links === 'written' || starter.reach
  const what = subject.flags_wrong ? safe('flags as wrong') : safe('about')
  const section = subject.section
    ? md`section ${ref(subject.section.id)} ${subject.section.heading} of pad ${ref(before + subject.pad.id)} ${subject.pad.title}`
    : md`pad ${ref(before + subject.pad.id)} ${subject.pad.title}`
  return [
    md`${what} ${section}`,
    ...(subject.source === undefined ? [] : [safe('source:'), fence(asWrittenBy({ reach }, subject.source))]),
  ]
}

export function work(page: Pick<ThreadPage, 'tasks' | 'pads' | 'decisions'>, printing: WorkPrinting): Markdown[] {
  return [
    ...taskLines(page.tasks ?? [], printing),
    ...(page.pads ?? []).map(
      (pad) => md`pad ${ref(pad.id)} · ${pad.title} · version ${pad.version} · ${safe(pad.via)}`,
    ),
    ...decisionLines(page.decisions ?? [], printing),
  ]
}
