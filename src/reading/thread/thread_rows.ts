import type { MemberRow } from '../../../sql/reads/thread/thread_members.ts'
import type {
  DecisionRow,
  Keepers,
  PersonRow,
  PostRow,
  TaskLineRow,
  TaskRow,
  ThreadRow,
} from '../../../sql/reads/thread/thread_row.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { Person } from '../../records/person.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { TaskLine, TaskMade } from '../../records/thread/task_line.ts'
import type { ThreadAbout, ThreadPage } from '../../records/thread/thread_page.ts'
import { reads } from '../../rules/limits.ts'
import { isIndexable } from '../../rules/may_read/indexable.ts'
import { threadStatus } from '../../rules/states/thread_status.ts'
import { headingOf } from '../../text/blocks.ts'
import { introduction } from '../../text/sections.ts'
import { untrusted } from '../../text/untrusted.ts'
import { personOf } from '../account/person.ts'
import { effectiveAudience } from '../../rules/may_read/public.ts'
import { threadTakesGuests } from '../../rules/taking_guests.ts'

export interface PostsAsked {
  /** posts before this seq, the newest of them */
  readonly before?: number
  /** posts after this seq, the oldest of them */
  readonly after?: number
  readonly posts: number
}

/** Whether posts stand before and after those that are shown: by their ends, or without any by what was asked. */
export const besideShown = (
  { first, last }: { readonly first?: number | undefined; readonly last?: number | undefined },
  { before, after }: { readonly [End in 'before' | 'after']?: number | undefined },
  last_seq: number,
) => ({
  has_older: first === undefined ? after !== undefined && after > 0 && last_seq > 0 : first > 1,
  has_newer: last === undefined ? before !== undefined && before <= last_seq : last < last_seq,
})

const none: Keepers = {}

/** Takes as many posts as asked for, from the end that was asked for, and the task lines among them. */
function windowOf(row: ThreadRow, { posts: most, after }: PostsAsked) {
  const [posts, task_lines] = [row.posts ?? [], row.task_lines ?? []]
  const shownOf = <Row extends { seq: number }>(rows: readonly Row[]) =>
    rows.filter(({ seq }) => seq >= from && seq <= to)
  // where as many rows of a kind were read as may be, there may be others past them
  const ends = [endOf(posts, most, after), endOf(task_lines, reads.thread.taskLines, after)].flatMap((end) => end ?? [])
  const from = after === undefined ? Math.max(0, ...ends) : 0
  const to = after === undefined ? Number.POSITIVE_INFINITY : Math.min(Number.POSITIVE_INFINITY, ...ends)
  const window = { posts: shownOf(posts), task_lines: shownOf(task_lines) }
  const seqs = [...window.posts, ...window.task_lines].map(({ seq }) => seq)
  return { ...window, ...(seqs.length > 0 && { first: Math.min(...seqs), last: Math.max(...seqs) }) }
}

const endOf = (rows: readonly { seq: number }[], most: number, after?: number): number | undefined =>
  rows.length < most ? undefined : (after === undefined ? rows.at(-most) : rows[most - 1])?.seq

export function pageOf(
  row: ThreadRow,
  members: readonly MemberRow[] | undefined,
  asked: PostsAsked,
  publicOn: boolean,
  reach: ReadonlySet<string>,
): ThreadPage {
  const audience = effectiveAudience(row.audience, publicOn)
  const isPublic = audience === 'public'
  const { posts, task_lines, ...ends } = windowOf(row, asked)
  const folded = row.level !== null
  const keepers = row.keepers ?? none
  const person = (one: PersonRow): Person => personOf(one, reach, keepers)
  const about = aboutOf(row)
  return presentAs({
    id: row.id,
    hub: { id: row.hub_id, slug: row.slug, title: row.hub_title, audience },
    title: row.title,
    starter: person(row.starter),
    status: threadStatus({ answered: row.status === 'answered', folded }),
    fold_reason: row.reason,
    duplicate_of: row.duplicate_of,
    hidden: row.level === 'hide' ? true : undefined,
    answer: row.answer_id,
    answer_by: row.answer_id !== null && row.answer_by ? person(row.answer_by) : undefined,
    dispute: row.dispute,
    accepts_guests: threadTakesGuests(row, { audience, accepts_guests: row.hub_takes_guests }),
    locked: row.locked || undefined,
    about,
    version: row.version,
    last_seq: row.last_seq,
    created: row.created_at,
    updated: row.updated_at,
    posts: posts.map((post) => postView(post, row.answer_id, reach, keepers)),
    task_lines: unlessEmpty(task_lines)?.map((line) => taskMade(line, person)),
    tasks_made: row.tasks_made || undefined,
    ...besideShown(ends, asked, row.last_seq),
    tasks: row.tasks?.map((task) => taskLine(task, person)),
    pads: row.pads?.map(({ id, title, version, via }) => ({ id, title, version, via })),
    decisions: row.decisions && row.decisions.map((decision) => decisionLine(decision, row.id, person)),
    members_count: row.members_count,
    members: members?.map((member) => ({ person: person({ ...member, seat: null }), seat: member.seat })),
    indexable: isIndexable({ isPublic, folded, makerHasReach: reach.has(row.starter.id) }),
  })
}

function aboutOf(row: ThreadRow): ThreadAbout | undefined {
  if (!row.about_pad_id) return undefined
  const heading = typeof row.heading !== 'string' ? introduction : (headingOf(row.heading)?.words ?? '')
  return present({
    pad: { id: row.about_pad_id, title: row.about_title ?? untrusted('') },
    section: row.about_section_id === null ? undefined : { id: row.about_section_id, heading: untrusted(heading) },
    flags_wrong: row.flags_wrong || undefined,
    source: row.source,
  })
}

export function postView(row: PostRow, answer: string | null, reach: ReadonlySet<string>, keepers?: Keepers): PostView {
  const hidden = row.level === 'hide'
  return presentAs({
    id: row.id,
    seq: row.seq,
    author: personOf(row.author, reach, keepers),
    host: row.host,
    created: new Date(row.created_at),
    edited: row.edited_at === null ? undefined : new Date(row.edited_at),
    edits: row.edits,
    body: row.body,
    reply_to: row.reply_to,
    quote: row.quote_of !== null && row.quote_text !== null ? { of: row.quote_of, text: row.quote_text } : undefined,
    reactions: row.reactions,
    answer: row.id === answer ? true : undefined,
    folded: row.level === 'fold' && row.reason !== null ? row.reason : undefined,
    deleted: row.deleted || undefined,
    hidden: hidden || undefined,
  })
}

const taskMade = (row: TaskLineRow, person: (row: PersonRow) => Person): TaskMade =>
  presentAs({
    task: row.id,
    seq: row.seq,
    title: row.title,
    by: person(row.by),
    host: row.host,
    created: new Date(row.created_at),
  })

export function taskLine(row: TaskRow, person: (row: PersonRow) => Person): TaskLine {
  const pointsAt = row.result_pad_id !== null || row.result_link !== null
  return presentAs({
    id: row.id,
    seq: row.seq,
    title: row.title,
    state: row.state,
    assignee: row.assignee && person(row.assignee),
    reviewer: row.reviewer && person(row.reviewer),
    review: row.review,
    reviewer_gone: row.reviewer_gone === true ? true : undefined,
    claim: row.claim,
    creator_id: row.creator_id,
    updated: new Date(row.updated_at),
    due: row.due === null ? undefined : new Date(row.due),
    idle: row.idle_at === null ? undefined : new Date(row.idle_at),
    details: row.details,
    block_note: row.block_note,
    result: pointsAt
      ? present({
          pad_id: row.result_pad_id,
          edit_id: row.result_edit_id,
          link: row.result_link,
          summary: row.result_summary,
          review_note: row.review_note,
        })
      : undefined,
  })
}

const decisionLine = (row: DecisionRow, thread_id: string, person: (row: PersonRow) => Person): DecisionLine =>
  presentAs({
    id: row.id,
    status: row.status,
    text: row.text,
    reason: row.reason,
    by: person(row.by),
    at: new Date(row.at),
    section_id: row.section_id,
    thread_id,
    post_id: row.post_id,
  })
