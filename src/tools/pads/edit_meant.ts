import { invalid } from '../../rules/errors.ts'
import { isLeftOut, listOf } from '../coerce.ts'

type Fields = Readonly<Record<string, unknown>>

const ofOneEdit = ['block', 'rev', 'find'] as const

/**
 * One edit or insert sent without its list: `block`, `rev`, `text` and `find` side by side are one of `edits`, `after`
 * with `text` one of `inserts`. A text that says where it belongs is never the whole text.
 */
export function withLists(sent: Fields): Fields {
  const { block, rev, find, after, text, ...rest } = sent
  const named = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([, one]) => !isLeftOut(one)))
  const words = text === undefined || text === null ? {} : { text }
  if (isLeftOut(after)) {
    const edit = named({ block, rev, find })
    if (!ofOneEdit.some((name) => name in edit)) return sent
    return { ...rest, edits: [...listOf(rest['edits']), { ...edit, ...words }] }
  }
  if (!isLeftOut(block)) {
    throw invalid(
      'one_of',
      'block says which paragraph text replaces, after says where it is inserted: send one of them, not both.',
    )
  }
  const beside = named({ rev, find })
  return { ...rest, ...beside, inserts: [...listOf(rest['inserts']), { after, ...words }] }
}
