import { inputs } from '../../rules/limits.ts'
import { choice, id, wordsOf } from '../input/fields.ts'
import { updateTask } from '../tasks/update_task.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiUpdateTask = appTool({
  name: 'ui_update_task',
  title: 'Move task',
  core: updateTask,
  destructive: true,
  input: {
    task_id: id('task'),
    action: choice(['take', 'start', 'block', 'unblock', 'decline', 'cancel']),
    note: optional(wordsOf(0, inputs.taskNote, 'needed for block')),
  },
})
