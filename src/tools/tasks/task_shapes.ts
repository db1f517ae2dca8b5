import { threadVersion } from '../../records/version_and_etag.ts'
import { Type } from 'typebox'
import type { TaskReply } from '../../../actors/thread/tasks/tasks.ts'
import { joined, type Markdown, md, ref, safe } from '../../render/markdown/md.ts'
import { taskReviews, taskStates } from '../../rules/closed_lists.ts'
import { choice, hex8, id, integer } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'

/** The moves that anybody with a part in a task makes; its reviewer answers with one of the outcomes. */
export const taskMoves = ['take', 'start', 'block', 'unblock', 'decline', 'cancel'] as const
export const resultOutcomes = ['approve', 'send_back'] as const

/** Output fields of a task in a list. */
export const listedTask = {
  task_id: id('task'),
  state: choice(taskStates),
  thread_id: id('thread'),
  assignee_id: Type.String(),
  reviewer_id: Type.String(),
  review: choice(taskReviews),
  claim: integer(0),
  idle_at: time(),
}

/** Tasks open to every participant with a seat. */
export const openTaskRows = () =>
  rows(
    partial({
      task_id: id('task'),
      thread_id: id('thread'),
      hub_id: id('hub'),
      pad_id: id('pad'),
      section_id: hex8(),
    }),
    'anybody with a seat may take them',
  )

/** Output fields of every tool that moves a task. */
export const taskFields = {
  ...listedTask,
  claim: integer(0, 'rises with every take'),
  idle_at: time('when it falls open without progress'),
  seq: integer(1, 'its line in the thread'),
  version: Type.String({ description: 'of the thread' }),
}

export const withVersion = <Told extends TaskReply>({ version, ...told }: Told) => ({
  ...told,
  version: threadVersion(version),
})

/** The state of a task in a sentence. */
export const standingOf = ({ task_id, state, review, claim, assignee_id, idle_at }: TaskReply): Markdown =>
  joined(
    [
      md`Task ${ref(task_id)} is ${safe(state)}.`,
      review && md`Review: ${safe(review.replace('_', ' '))}.`,
      assignee_id !== undefined && claim > 0 && idle_at !== undefined && md`Claim ${claim}.`,
      idle_at !== undefined && md`Without progress it falls open at ${ref(idle_at)}.`,
    ],
    ' ',
  )
