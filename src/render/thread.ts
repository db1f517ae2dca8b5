import { present } from '../records/present.ts'
import { reads } from '../rules/limits.ts'
import type { Fragment } from './body.ts'
import { type Budget, fitting } from './budget.ts'
import { frontMatter } from './front_matter.ts'
import { groundLines } from './grounds.ts'
import { fence, joined, lines, type Markdown, md, paragraphs, ref, safe } from './md.ts'
import type { Person, PostView, Seat, TaskMade, ThreadPage } from './model.ts'
import { postMarkdown, type PostPrinting } from './post.ts'
import { authorLine, counted, hubNamed, hubSlug, preamble } from './author_line.ts'
import type { Eyes } from '../rules/reader.ts'
import { asWrittenBy } from './links.ts'
import { decisionLines, taskLines, taskMadeLine, type WorkPrinting } from './work.ts'

export const threadEtag = ({ id, version }: { id: string; version: number }): string => `thread:${id}:${version}`

export interface ThreadAsked {
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
        : md`Nothing new after seq ${last?.seq ?? asked.since}.`),
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
    joined(
      [
        hubNamed(page.hub, origin),
        md`started by ${authorLine(page.starter, eyes)}`,
        counted(postsIn(page), 'post'),
        page.locked && safe('locked: no new posts'),
        page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
      ],
      ' · ',
    ),
    ...about(page, `${origin}/p/`, 'labelled'),
    ...groundLines(page.from, { eyes, links: 'labelled' }),
  ]),
]

export const threadFrontMatter = (page: ThreadPage): Markdown =>
  frontMatter({
    id: page.id,
    type: 'thread',
    version: String(page.version),
    etag: threadEtag(page),
    updated: page.updated.toISOString(),
    status: page.status,
    answer: page.answer,
    dispute: page.dispute,
    audience: page.hub.audience,
    accepts_guests: page.accepts_guests,
  })

export function postPageMarkdown(
  page: ThreadPage,
  post: PostView,
  { origin, eyes }: Pick<ThreadAsked, 'origin' | 'eyes'>,
  fragment: Fragment,
): Markdown {
  const address = `${origin}/t/${page.id}`
  const whole = () => `${address}/m/${post.id}?format=md`
  return paragraphs([
    frontMatter({ id: post.id, type: 'post', thread: page.id, seq: post.seq, created: post.created.toISOString() }),
    preamble,
    md`# Post ${post.seq} of ${page.title}`,
    joined(
      [
        md`thread ${ref(`${address}?format=md`)}`,
        page.hub.slug !== undefined && md`hub ${ref(`${origin}/h/${page.hub.slug}`)}`,
      ],
      ' · ',
    ),
    postMarkdown(post, { fragment, eyes, links: 'labelled', whole }),
  ])
}

/** A thread as a tool's text: the posts that fit, and the rest as notes. */
export interface ThreadText {
  readonly text: Markdown
  /** the posts included in the text, oldest first */
  readonly posts: readonly PostView[]
  /** seq of the oldest and newest line included, tasks counted */
  readonly first_seq?: number
  readonly last_seq?: number
  readonly has_older: boolean
  readonly has_newer: boolean
}

/** `newest`: the newest part, cut at its old end; `around`: a part before or after a seq, `from` being the kept end. */
export function threadText(
  page: ThreadPage,
  {
    view,
    origin,
    eyes,
    from = 'newest',
  }: { view: 'newest' | 'around'; origin: string; eyes: Eyes; from?: 'newest' | 'oldest' },
  fragment: Fragment,
): ThreadText {
  const budget: Budget = {
    characters: view === 'newest' ? reads.thread.newestCharacters : reads.thread.aroundCharacters,
    json: reads.result.jsonCharacters - 24_000,
    jsonPerItem: 450,
  }
  const whole = (post: PostView) => `${origin}/t/${page.id}/m/${post.id}?format=md`
  const printing: PostPrinting = { fragment, eyes, links: 'written', most: reads.thread.postClip, whole }
  const fits = fittingLines(page, printing, budget, from)
  const { first, last } = fits
  const text = lines([
    preamble,
    joined(
      [
        md`thread ${ref(page.id)}`,
        safe(page.status),
        page.dispute && md`dispute ${safe(page.dispute)}`,
        md`version ${page.version}`,
        counted(postsIn(page), 'post'),
        hubSlug(page.hub),
        page.locked && safe('locked'),
        page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
      ],
      ' · ',
    ),
    md`title: ${page.title}`,
    ...about(page, '', 'written'),
    ...groundLines(page.from, { eyes, links: 'written' }),
    ...fits.printed,
    fits.printed.length === 0 && safe('no posts here'),
    fits.has_older && first ? md`older posts: open_thread with before_seq ${first.seq}` : undefined,
    fits.has_newer && last ? md`newer posts: open_thread with after_seq ${last.seq}` : undefined,
    ...work(page, { eyes, links: 'written' }),
    ...members(page, eyes),
  ])
  return present({
    text,
    posts: fits.posts,
    first_seq: first?.seq,
    last_seq: last?.seq,
    has_older: fits.has_older,
    has_newer: fits.has_newer,
  })
}

type Line = PostView | TaskMade

export const isPost = (line: Line): line is PostView => 'author' in line

/** Posts and task lines, ordered by seq. */
export const linesOf = ({ posts, task_lines = [] }: ThreadPage): readonly Line[] =>
  task_lines.length === 0 ? posts : [...posts, ...task_lines].toSorted((a, b) => a.seq - b.seq)

export const postsIn = ({ last_seq, tasks_made = 0 }: ThreadPage): number => last_seq - tasks_made

/** Prints lines, starting at the given end, until the budget is full. */
function fittingLines(page: ThreadPage, printing: PostPrinting, budget: Budget, from: 'newest' | 'oldest') {
  const all = linesOf(page)
  const ordered = from === 'newest' ? all.toReversed() : all
  const pieces: Markdown[] = []
  const print = function* () {
    for (const line of ordered) {
      const piece = isPost(line) ? postMarkdown(line, printing) : taskMadeLine(line, printing.eyes)
      pieces.push(piece)
      yield piece
    }
  }
  const count = fitting(print(), budget)
  const taken = ordered.slice(0, count)
  const printed = pieces.slice(0, count)
  const dropped = count < ordered.length
  if (from === 'newest') {
    taken.reverse()
    printed.reverse()
  }
  return {
    posts: taken.filter(isPost),
    printed,
    first: taken[0],
    last: taken.at(-1),
    has_older: page.has_older || (from === 'newest' && dropped),
    has_newer: page.has_newer || (from === 'oldest' && dropped),
  }
}

function about({ about: subject, starter }: ThreadPage, before: string, links: PostPrinting['links']): Markdown[] {
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

function work(page: ThreadPage, printing: WorkPrinting): Markdown[] {
  return [
    ...taskLines(page.tasks ?? [], printing),
    ...(page.pads ?? []).map(
      (pad) => md`pad ${ref(pad.id)} · ${pad.title} · version ${pad.version} · ${safe(pad.via)}`,
    ),
    ...decisionLines(page.decisions ?? [], printing),
  ]
}

function members({ members: listed }: ThreadPage, eyes: Eyes): Markdown[] {
  return (listed ?? []).map(
    ({ person, seat }) => md`member ${authorLine(withSeat(person, seat), eyes)} · ${ref(person.id)}`,
  )
}

const withSeat = (person: Person, seat: Seat): Person => (seat === 'member' ? person : { ...person, seat })

/** Reduces a reader's ids to those that occur on this page, so that most readers share one cache entry. */
export function eyesOn(page: ThreadPage, { id, human_id }: Eyes): Eyes {
  let met = metOn.get(page)
  if (!met) metOn.set(page, (met = idsOf(page)))
  return present({
    id: id !== undefined && met.has(id) ? id : undefined,
    human_id: human_id !== undefined && met.has(human_id) ? human_id : undefined,
  })
}

const metOn = new WeakMap<ThreadPage, ReadonlySet<string>>()

const idsOf = ({ posts, task_lines, tasks, decisions, from, members: listed }: ThreadPage): ReadonlySet<string> =>
  new Set(
    [
      ...posts.map(({ author }) => author),
      ...(task_lines ?? []).map(({ by }) => by),
      ...(tasks ?? []).flatMap(({ assignee, reviewer, from: of = [] }) => [
        assignee,
        reviewer,
        ...of.map(({ by }) => by),
      ]),
      ...(from ?? []).map(({ by }) => by),
      ...(decisions ?? []).map(({ by }) => by),
      ...(listed ?? []).map(({ person }) => person),
    ].flatMap((person) => (person ? [person.id, ...(person.human ? [person.human.id] : [])] : [])),
  )
