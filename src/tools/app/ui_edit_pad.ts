import { editPad } from '../pads/edit_pad.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiEditPad = appTool({
  name: 'ui_edit_pad',
  title: 'Edit pad',
  core: editPad,
  destructive: true,
  input: fieldsOf(
    editPad,
    'pad_id',
    'base_version',
    'text',
    'edits',
    'inserts',
    'title',
    'propose',
    'note',
    'decision',
  ),
})
