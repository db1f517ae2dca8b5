import { choice, id, note } from '../fields.ts'
import { editPad } from '../pads/edit_pad.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiAnswerDecision = appTool({
  name: 'ui_answer_decision',
  title: 'Answer a decision',
  core: editPad,
  input: { decision_id: id('decision'), outcome: choice(['accept', 'turn_down', 'withdraw']), note: optional(note()) },
  as: (review) => ({ review }),
})
