import { inputs } from '../../rules/limits.ts'
import { choice, id, wordsOf } from '../input/fields.ts'
import { updateTask } from '../tasks/update_task.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiReviewResult = appTool({
  name: 'ui_review_result',
  title: 'Review result',
  core: updateTask,
  input: {
    task_id: id('task'),
    outcome: choice(['approve', 'send_back']),
    note: optional(wordsOf(0, inputs.taskNote, 'needed for send_back')),
  },
  as: (input) => ({ action: 'review', ...input }),
})
