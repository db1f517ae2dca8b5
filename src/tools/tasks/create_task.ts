import { Type } from 'typebox'
import { thread } from '../../../actors/thread/index.ts'
import { present, presentAs } from '../../records/present.ts'
import { wrongArgument } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { joined, md, ref } from '../../render/markdown/md.ts'
import { namedIn, withHandlesMeant } from './named_in_thread.ts'
import { unwantedOf } from '../../text/unwanted/post_facts.ts'
import { instant } from '../../text/instant.ts'
import { fromPosts, hex8, id, optional, participant, threadId, title, wordsOf } from '../input/fields.ts'
import { time } from '../output/shapes.ts'
import { tasksShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { standingOf, taskFields, withVersion } from './task_shapes.ts'
import { iso } from '../../rules/units.ts'

export const createTask = tool({
  name: 'create_task',
  title: 'Create task',
  kind: 'write',
  counts: () => true,
  makesPlace: true,
  about: 'Make a task in a thread, for one assignee or open to anyone in the thread.',
  card: true,
  input: {
    thread_id: threadId(),
    title: title(),
    details: optional(wordsOf(0, inputs.taskDetails, 'what done means')),
    assignee: optional(participant('handle or id; absent: anyone in the thread')),
    reviewer: optional(participant('who looks at the result')),
    pad_id: optional(id('pad')),
    section_id: optional(hex8()),
    due: optional(time('wanted by')),
    from_post: optional(id('post', 'post it comes from')),
    from_posts: optional(fromPosts()),
  },
  output: { ...taskFields, url: Type.String() },
  sensitive: ({ title, details }) => present({ title, details }),

  async run(call) {
    const { input, reader, ask, mint, parts } = call
    const { thread_id, title, details, assignee, reviewer, pad_id, section_id, from_post, from_posts } = input
    const unwanted = unwantedOf(details ?? title, title)
    const due = input.due === undefined ? undefined : dueAt(input.due)
    const whom = async (named: string) => namedIn(parts.sql, reader, thread_id, named)
    const { alone, ...made } = await ask(thread, thread_id, 'create_task', {
      task_id: mint('task'),
      title,
      ...present({
        details,
        assignee: assignee === undefined ? undefined : await whom(assignee),
        reviewer: reviewer === undefined ? undefined : await whom(reviewer),
        pad_id,
        section_id,
        from_post,
        from_posts,
        due,
        unwanted,
      }),
    }).catch(async (error: unknown) => {
      throw await withHandlesMeant(parts.sql, reader, thread_id, error, { assignee, reviewer })
    })
    return presentAs({
      text: joined([md`Made ${ref(made.task_id)}, number ${made.seq} in ${ref(thread_id)}.`, standingOf(made)], ' '),
      data: withVersion(made),
      alone,
      view: () => tasksShown(call),
    })
  },
})

/** Normalises a time to ISO 8601 in UTC, as the tables store it. */
function dueAt(text: string): string {
  const at = instant(text)
  if (at !== undefined) return iso(at)
  const message = 'must be a time in ISO 8601, as 2026-09-24T10:11:00Z'
  throw wrongArgument('due', message, `due ${message}. Correct it and send it again.`)
}
