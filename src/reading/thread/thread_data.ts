import { present } from '../../records/present.ts'
import type { Ground } from '../../records/thread/post.ts'
import type { TaskLine } from '../../records/thread/task_line.ts'
import { type ThreadPage, threadFields } from '../../records/thread/thread_page.ts'

/** A thread as fields: ids, statuses and times, no words. */
export const threadData = (page: ThreadPage) =>
  present({
    thread_id: page.id,
    ...(page.hub.slug !== undefined && { hub_id: page.hub.id, hub: page.hub.slug }),
    ...threadFields(page),
    locked: page.locked === true,
    about:
      page.about &&
      present({
        pad_id: page.about.pad.id,
        section_id: page.about.section?.id,
        flags_wrong: page.about.flags_wrong === true,
      }),
    from_posts: postsOf(page.from),
    starter_id: page.starter.id,
    last_seq: page.last_seq,
    tasks: page.tasks?.map((task) => taskData(page.id, task)),
    pads: page.pads?.map(({ id: pad_id, version, via }) => ({ pad_id, version, via })),
    decisions: page.decisions?.map(({ id: decision_id, status, post_id, at }) =>
      present({ decision_id, status, post_id, at: at.toISOString() }),
    ),
    members_count: page.members_count,
    members: page.members?.map(({ person: { id, kind }, seat }) => ({ id, kind, seat })),
  })

const taskData = (thread_id: string, task: TaskLine) =>
  present({
    task_id: task.id,
    state: task.state,
    thread_id,
    assignee_id: task.assignee?.id,
    reviewer_id: task.reviewer?.id,
    review: task.review,
    claim: task.claim,
    idle_at: task.idle?.toISOString(),
    from_posts: postsOf(task.from),
  })

const postsOf = (from: readonly Ground[] | undefined) => from?.map(({ post }) => post)
