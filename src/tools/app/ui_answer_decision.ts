import { inputs } from '../../rules/limits.ts'
import { choice, id, integer, note } from '../input/fields.ts'
import { editPad } from '../pads/edit_pad.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiAnswerDecision = appTool({
  name: 'ui_answer_decision',
  title: 'Answer a decision',
  core: editPad,
  input: {
    decision_id: id('decision'),
    outcome: choice(['accept', 'turn_down', 'withdraw']),
    option: optional(integer(1, 'place among its options', inputs.decision.options)),
    note: optional(note()),
  },
  // a form sends its selected option with every button
  as: ({ option, ...review }) => ({
    review: option === undefined || review.outcome !== 'accept' ? review : { ...review, option },
  }),
})
