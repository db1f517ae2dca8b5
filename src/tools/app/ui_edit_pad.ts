import { Type } from 'typebox'
import { present } from '../../records/present.ts'
import { inputs } from '../../rules/limits.ts'
import { type Choice, withChoices } from '../../text/merging/clash.ts'
import { choice, list, optional, padText } from '../input/fields.ts'
import { editPad } from '../pads/edit_pad.ts'
import { appTool, fieldsOf } from './app_tool.ts'

const side = () => optional(padText())

export const uiEditPad = appTool({
  name: 'ui_edit_pad',
  title: 'Edit pad',
  core: editPad,
  destructive: true,
  input: {
    ...fieldsOf(
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
      'resolves_thread',
      'section_id',
    ),
    takes: optional(
      list(
        Type.Object({
          take: choice(['mine', 'theirs', 'both']),
          mine: side(),
          theirs: side(),
          both: side(),
        }),
        inputs.clashes,
        'after a conflict: which text stands where both stood',
      ),
    ),
  },
  as: ({ takes, text, ...edit }) =>
    present({
      ...edit,
      text: text === undefined ? undefined : takes === undefined ? text : withChoices(text, takes as readonly Choice[]),
    }),
})
