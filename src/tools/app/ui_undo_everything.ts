import { undoEverything } from '../hubs/undo_everything.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiUndoEverything = appTool({
  name: 'ui_undo_everything',
  title: 'Undo everything',
  core: undoEverything,
  destructive: true,
  input: fieldsOf(undoEverything, 'hub', 'participant', 'include_linked', 'key', 'dry_run', 'reason'),
})
