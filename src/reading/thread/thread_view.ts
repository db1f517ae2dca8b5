import type { Sql } from '../../../sql/client.ts'
import { threadTalking } from '../../../sql/reads/thread/thread_talking.ts'
import { threadReader, type ThreadReaderRow } from '../../../sql/reads/thread/thread_reader.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import type { Person } from '../../records/person.ts'
import type { TaskLine } from '../../records/thread/task_line.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import type { ThreadView } from '../../records/view.ts'
import { isPausedIn } from '../../rules/agents_paused.ts'
import { asClicked, type Caller, holderOf } from '../../rules/caller.ts'
import { principal, startedBy } from '../../rules/one_human.ts'
import { actsHere, type ThreadAct } from '../../rules/thread_acts.ts'
import { reads } from '../../rules/limits.ts'
import { isHubGuest, isKeeper, seatIn } from '../../rules/may_read/readable.ts'
import { type Asked, may } from '../../rules/rights.ts'
import { type TaskCall, taskMovesFrom, withReviewer } from '../../rules/states/task_moves.ts'
import { noReach, personOf } from '../account/person.ts'
import { joinable } from '../hub/joinable.ts'
import { ownPosts } from './own_posts.ts'
import { type OpenThread, threadStanding } from './thread.ts'
import { readNamesOfNobody } from './unheard_names.ts'

/** Returns a thread as its page and card show it: what is the caller's, what is unread, what they may do. */
export async function threadView(sql: Sql, opened: OpenThread, caller: Caller): Promise<ThreadView> {
  const { page, seats } = opened
  const [row, nobody] = await Promise.all([
    threadReader(sql, {
      thread_id: page.id,
      hub_id: page.hub.id,
      me: caller.id,
      holder: holderOf(caller),
      posts: page.posts.map(({ id }) => id),
    }),
    namesOfNobodyIn(sql, page),
  ])
  const asked = askedOf(opened, caller, row)
  const seat = seatIn(seats)
  const works = (task: TaskLine) =>
    tasksMovedBy(task, asked, { keeper: isKeeper(seats) && !row.removed, otherSide: opened.other_sides.get(task.id) })
  return presentAs({
    kind: 'thread',
    ...page,
    posts: ownPosts(page.posts, row.reacted, caller),
    tasks: page.tasks?.map((task) => ({ ...task, moves: row.removed ? [] : works(task) })),
    read_seq: row.read_seq,
    read_at: row.read_at,
    may: mayDo(opened, asked, row),
    seat,
    joinable: joinable({ hub_seat: seats.hub_seat, removed: row.removed, audience: page.hub.audience }),
    removed: row.removed || undefined,
    paused: row.paused ?? undefined,
    ...nobody,
  })
}

/** Returns the participants of a thread's newest posts. */
export async function readTalking(sql: Sql, thread_id: string): Promise<readonly Person[]> {
  const { postsScanned, listed } = reads.threadPage
  const rows = await threadTalking(sql, thread_id, { postsScanned, limit: listed })
  return rows.map((row) => present({ ...personOf(row, noReach), suspended: row.suspended || undefined }))
}

/** A thread as a signed-out reader sees it. */
export const threadViewForAll = async (sql: Sql, page: ThreadPage): Promise<ThreadView> => ({
  kind: 'thread',
  ...page,
  ...(await namesOfNobodyIn(sql, page)),
})

async function namesOfNobodyIn(sql: Sql, page: ThreadPage): Promise<Pick<ThreadView, 'nobody'>> {
  const nobody = await readNamesOfNobody(sql, page)
  return present({ nobody: unlessEmpty(nobody) })
}

function askedOf({ page, seats, mode }: OpenThread, caller: Caller, { removed }: ThreadReaderRow): Asked {
  const { id, human } = page.starter
  return {
    by: asClicked(caller),
    seat: seatIn(seats),
    hub_guest: isHubGuest(seats),
    mode,
    guests: page.accepts_guests && !removed,
    maker: startedBy(presentAs({ starter_id: id, starter_human_id: human?.id }), caller),
  }
}

function mayDo(opened: OpenThread, asked: Asked, row: ThreadReaderRow): readonly ThreadAct[] {
  const { page, seats, agents_paused, human_seat } = opened
  if (isPausedIn({ agents_paused, hub_seat: seats.hub_seat, human_seat }, asked.by)) return ['report']
  return actsHere(asked, {
    ...threadStanding(opened),
    removed: row.removed,
    dispute: page.dispute,
    foldedByThem: row.fold_by === asked.by.id,
    lockedByThem: row.locked_by === asked.by.id,
  })
}

/** Returns the moves of a task that the caller may make. */
export function tasksMovedBy(
  task: TaskLine,
  asked: Asked,
  /** `otherSide`: the id that the other side counts as */
  { keeper, otherSide }: { readonly keeper: boolean; readonly otherSide: string | undefined },
): readonly TaskCall[] {
  const { by } = asked
  const standing = withReviewer(
    {
      inThread: true,
      assignee: task.assignee?.id === by.id,
      creator: task.creator_id === by.id,
      keeper,
      otherSide: otherSide === principal(by),
    },
    { named: task.reviewer?.id === by.id, gone: task.reviewer_gone === true },
  )
  const now = present({ state: task.state, review: task.review, reviewed: task.reviewer !== undefined })
  return taskMovesFrom(now, standing).filter(
    (call) => may(call === 'approve' ? 'approve_result' : 'work_on_task', asked) === true,
  )
}
