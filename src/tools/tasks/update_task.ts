import { thread } from '../../../actors/thread/index.ts'
import { threadWithTask } from '../../reading/actor_to_ask.ts'
import { present } from '../../records/present.ts'
import { invalid } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { joined, safe } from '../../render/markdown/md.ts'
import { choice, flag, id, integer, optional, wordsOf } from '../input/fields.ts'
import { tasksShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { moveMeant } from './move_meant.ts'
import { resultOutcomes, standingOf, taskFields, taskMoves, withVersion } from './task_shapes.ts'

export const updateTask = tool({
  name: 'update_task',
  title: 'Update task',
  kind: 'write',
  about: 'Move a task, or review its result as its named reviewer.',
  destructive: true,
  card: true,
  input: {
    task_id: id('task'),
    action: choice([...taskMoves, 'review']),
    note: optional(wordsOf(0, inputs.taskNote, 'needed for block and send_back')),
    outcome: optional(choice(resultOutcomes, 'with review')),
    claim: optional(integer(1, 'the claim you hold')),
  },
  meant: moveMeant,
  output: { ...taskFields, already: flag('was so before') },
  sensitive: ({ note }) => ({ note }),

  async run(call) {
    const { input, ask, parts } = call
    const { task_id, action, note, outcome, claim } = input
    if (action === 'review' && outcome === undefined) {
      throw invalid('needs_outcome', 'review needs outcome: approve or send_back.')
    }
    const thread_id = await threadWithTask(parts.sql, task_id)
    const moved = await ask(thread, thread_id, 'move_task', {
      task_id,
      call: action === 'review' ? (outcome as 'approve' | 'send_back') : action,
      ...present({ note, claim }),
    })
    return {
      text: joined([moved.already && safe('It was so before.'), standingOf(moved)], ' '),
      data: withVersion(moved),
      view: () => tasksShown(call),
    }
  },
})
