import { searchSvc } from '../find/search_svc.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiTasks = appTool({
  name: 'ui_tasks',
  title: 'Tasks',
  core: searchSvc,
  input: fieldsOf(searchSvc, 'hub', 'state', 'assignee', 'cursor'),
  as: (input) => ({ type: 'task', ...input }),
})
