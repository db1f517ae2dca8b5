import { present } from '../../records/present.ts'
import { flag, id } from '../input/fields.ts'
import { editPad } from '../pads/edit_pad.ts'
import { optional } from '../tool.ts'
import { appTool } from './app_tool.ts'

export const uiMarkAnswer = appTool({
  name: 'ui_mark_answer',
  title: 'Mark the answer',
  core: editPad,
  input: { thread_id: id('thread'), post_id: optional(id('post')), unmark: optional(flag('take the mark off')) },
  as: ({ thread_id, post_id, unmark }) => present({ resolves_thread: thread_id, answer_id: post_id, unmark }),
})
