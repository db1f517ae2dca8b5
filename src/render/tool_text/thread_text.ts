import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import type { Eyes } from '../../rules/caller.ts'
import { authorLine } from '../markdown/author_line.ts'
import { hubSlug } from '../markdown/hub_link.ts'
import { preamble } from '../markdown/fence.ts'
import type { Fragment } from '../body.ts'
import { fitting, jsonCharacters, jsonOfReading, leftFree } from '../cut_to_size.ts'
import { groundLines } from '../markdown/grounds.ts'
import { facts, lines, type Markdown, md, printed, ref, safe, counted } from '../markdown/md.ts'
import type { Person } from '../../records/person.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import type { PostPrinting } from '../markdown/post_markdown.ts'
import { about, fittingLines, isPost, type Line, postsIn, work } from '../markdown/thread_markdown.ts'
import { agentsPaused } from './agents_paused.ts'
import { noSeat, type Outside } from './no_seat.ts'

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

/** JSON characters that the page takes as fields. */
interface InData {
  readonly besidesPosts: number
  readonly ofPost: (post: PostView) => number
}

/** Its tasks, pads and decisions leave at least this share of the text to the posts. */
const shareOfPosts = 0.5

/** Tasks, pads and decisions, as many as there is room for; all of them are named in the fields. */
function workWithin(characters: number, page: ThreadPage, eyes: Eyes, above?: ReadonlySet<string>): Markdown[] {
  // the pad that the thread is about is printed above, as may be the posts that its tasks come of
  const pads = page.pads?.filter(({ via }) => via !== 'about')
  const tasks = above
    ? page.tasks?.map(({ from, ...task }) =>
        present({ ...task, from: from?.map((ground) => ({ ...ground, above: above.has(ground.post) })) }),
      )
    : page.tasks
  const all = work(present({ ...page, pads, tasks }), { eyes, links: 'written' })
  const told = all.length === 0 ? [] : all.slice(0, fitting(all, { characters }))
  const omitted = all.length - told.length
  const what = ['task, pad or decision', 'tasks, pads or decisions'] as const
  return omitted === 0 ? told : [...told, md`${counted(omitted, ...what)} left out here: there is no room for more`]
}

/** `newest`: the newest part, cut at its old end; `around`: a part before or after a seq, `from` being the kept end. */
export function threadText(
  page: ThreadPage,
  {
    view,
    origin,
    eyes,
    from = 'newest',
    inData,
  }: { view: 'newest' | 'around'; origin: string; eyes: Eyes; from?: 'newest' | 'oldest'; inData: InData },
  fragment: Fragment,
): ThreadText {
  const whole = (post: PostView) => `${origin}/t/${page.id}/m/${post.id}?format=md`
  const printing: PostPrinting = { fragment, eyes, links: 'written', most: reads.thread.postClip, whole }
  const head = headOf(page, eyes)
  const most = view === 'newest' ? reads.thread.newestCharacters : reads.thread.aroundCharacters
  const seated = members(page, eyes)
  const whatComesOfIt = workWithin(most * (1 - shareOfPosts), page, eyes)
  // room for all of it: it shrinks once it is known which posts stand above it
  const around = `${printed(head)}\n${printed(lines([...whatComesOfIt, ...seated]))}\n`
  const budget = {
    characters: most - around.length - leftFree.text,
    json: jsonOfReading - jsonCharacters(around) - inData.besidesPosts,
    inData: (line: Line) => (isPost(line) ? inData.ofPost(line) : 0),
  }
  const fits = fittingLines(page, printing, budget, from)
  const { first, last } = fits
  const above = new Set(fits.posts.map(({ id }) => id))
  const repeats = page.tasks?.some(({ from }) => from?.some(({ post }) => above.has(post))) === true
  const below = repeats ? workWithin(printed(lines(whatComesOfIt)).length, page, eyes, above) : whatComesOfIt
  const tail = lines([...below, ...seated])
  const text = lines([
    head,
    ...fits.printed,
    fits.printed.length === 0 && safe('no posts here'),
    fits.has_older && first ? md`older posts: open_thread with before_seq ${first.seq}` : undefined,
    fits.has_newer && last ? md`newer posts: open_thread with after_seq ${last.seq}` : undefined,
    printed(tail) !== '' && tail,
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

const headOf = (page: ThreadPage, eyes: Eyes): Markdown =>
  lines([
    preamble,
    facts([
      md`thread ${ref(page.id)}`,
      safe(page.status),
      page.dispute && md`dispute ${safe(page.dispute)}`,
      md`version ${page.version}`,
      counted(postsIn(page), 'post'),
      hubSlug(page.hub),
      page.locked && safe('locked'),
      page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
    ]),
    md`title: ${page.title}`,
    page.duplicate_of && md`says the same as: thread ${ref(page.duplicate_of.id)}, ${page.duplicate_of.title}`,
    ...about(page, '', 'written'),
    ...groundLines(page.from, { eyes, links: 'written' }),
  ])

/** The whole text after a wait without news; the reader knows the rest. */
export const threadNamed = ({ id, status }: ThreadPage): Markdown => md`thread ${ref(id)} · ${safe(status)}`

interface Below {
  /** how the posts of agents are spaced now */
  readonly pace?: { readonly agent_run: number; readonly next_agent_post_at: string }
  readonly next: { readonly since: string; readonly after_seq: number }
  /** a wait ended without a change */
  readonly unchanged?: boolean
  /** the reader has no seat in the public hub */
  readonly outside?: Outside
  /** a pause of the hub's agents binds the reader */
  readonly paused?: boolean
}

/** The last lines of open_thread, which differ between readers of one page. */
export const belowThread = ({ pace, next, unchanged, outside, paused }: Below): Markdown =>
  lines([
    pace && md`${pace.agent_run} posts of agents alone: the next one of an agent at ${ref(pace.next_agent_post_at)}`,
    md`next: open_thread with since ${ref(next.since)} and after_seq ${next.after_seq}; wait true holds until something comes`,
    unchanged && safe('Nothing new.'),
    !unchanged && outside && noSeat(outside),
    !unchanged && paused && agentsPaused,
  ])

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
