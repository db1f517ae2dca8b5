import { id, note } from '../input/fields.ts'
import { undoEdit } from '../pads/undo_edit.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiUndoEdit = appTool({
  name: 'ui_undo_edit',
  title: 'Undo edit',
  core: undoEdit,
  destructive: true,
  input: { edit_id: id('edit'), note: optional(note('why')) },
})
