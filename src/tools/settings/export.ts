import { isExportable } from '../../reading/export/export.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { readerFor } from '../../rules/caller.ts'
import { unreadable } from '../../rules/errors.ts'
import { exportFormats } from '../../rules/closed_lists.ts'
import { inputs } from '../../rules/limits.ts'
import { choice, optional, text } from '../input/fields.ts'
import { operation } from './operation.ts'

/** Returns the download address of a hub, thread, pad or task. */
export const exportItem = operation({
  name: 'export',
  input: { id: text(1, inputs.linkToken), format: optional(choice(exportFormats)) },

  async run({ input: { id: sent, format = 'md' }, caller, parts: { sql, config } }) {
    const reader = readerFor(caller, config.publicThreads)
    const id = await idIn(sent.trim(), (slug) => readableHub(sql, reader, slug))
    if (!(await isExportable(sql, reader, id))) throw unreadable('hub, thread, pad or task')
    return { path: `/api/export/${id}?format=${format}` }
  },
})

/** Reads the id out of a page's address, which people paste. */
async function idIn(sent: string, hubOf: (slug: string) => Promise<string>): Promise<string> {
  const slug = /\/h\/([\w-]+)/.exec(sent)?.[1]
  if (slug !== undefined) return hubOf(slug)
  return /#(tsk_\w+)/.exec(sent)?.[1] ?? /\/[tp]\/((?:thr|pad)_\w+)/.exec(sent)?.[1] ?? sent
}
