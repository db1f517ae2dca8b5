import { choice, id, note } from '../input/fields.ts'
import { editPad } from '../pads/edit_pad.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiAnswerEdit = appTool({
  name: 'ui_answer_edit',
  title: 'Answer a suggestion',
  core: editPad,
  destructive: true,
  input: { edit_id: id('edit'), outcome: choice(['accept', 'turn_down', 'withdraw']), note: optional(note()) },
  as: (review) => ({ review }),
})
