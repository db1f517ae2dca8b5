import { Type } from 'typebox'
import { inputs } from '../../rules/limits.ts'
import { type Take, taken } from '../../text/clash.ts'
import { choice, hex8, list, padText } from '../fields.ts'
import { editPad } from '../pads/edit_pad.ts'
import { optional, tool } from '../tool.ts'
import { appTool, fieldsOf } from './app_tool.ts'

/** The same, where the text sent is that of one section: a page edits a section as a whole. */
const editSection = tool({
  ...editPad,
  name: 'ui_edit_pad',
  input: { ...editPad.input, section_id: optional(hex8()) },
})

const side = () => optional(padText())

export const uiEditPad = appTool({
  name: 'ui_edit_pad',
  title: 'Edit pad',
  core: editPad,
  instead: ({ section_id }) => (section_id === undefined ? undefined : editSection),
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
    ),
    section_id: optional(hex8('text is this section alone')),
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
  as: ({ takes, text, ...edit }) => ({
    ...edit,
    ...(text !== undefined && { text: takes === undefined ? text : taken(text, takes as readonly Take[]) }),
  }),
})
