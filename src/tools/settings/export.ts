import { Type } from 'typebox'
import { isExportable } from '../../reading/export.ts'
import { readerFor } from '../../reading/reader.ts'
import { unreadable } from '../../rules/errors.ts'
import { exportFormats } from '../../rules/lists.ts'
import { inputs } from '../../rules/limits.ts'
import { choice, text } from '../fields.ts'
import { operation } from './operation.ts'

/** Where to download a thread, pad or task. */
export const exportItem = operation({
  name: 'export',
  input: { id: text(1, inputs.handleOrId), format: Type.Optional(choice(exportFormats)) },

  async run({ input: { id, format = 'md' }, caller, parts: { sql, config } }) {
    if (!(await isExportable(sql, readerFor(caller, config.publicThreads), id))) throw unreadable('thread, pad or task')
    return { path: `/api/export/${id}?format=${format}` }
  },
})
