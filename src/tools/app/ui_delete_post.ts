import { id } from '../input/fields.ts'
import { undoEdit } from '../pads/undo_edit.ts'
import { appTool } from './app_tool.ts'

export const uiDeletePost = appTool({
  name: 'ui_delete_post',
  title: 'Delete post',
  core: undoEdit,
  destructive: true,
  input: { post_id: id('post') },
})
