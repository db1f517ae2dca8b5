import { createTask } from '../tasks/create_task.ts'
import { appTool } from './app_tool.ts'

export const uiCreateTask = appTool({
  name: 'ui_create_task',
  title: 'Create task',
  core: createTask,
  input: createTask.input,
})
