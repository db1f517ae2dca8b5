import { type Fields, isFields } from '../input/sent_fields.ts'
import { invalid } from '../../rules/errors.ts'
import { isLeftOut, listOf } from '../input/coerce.ts'

const ofOneEdit = ['block', 'rev', 'find'] as const

/** Other names of these arguments: ignored as unknown, their `text` would be taken for the whole pad's. */
const otherNames: Readonly<Record<string, string>> = {
  block_id: 'block',
  paragraph: 'block',
  paragraph_id: 'block',
  section: 'section_id',
  after_block: 'after',
  insert_after: 'after',
  old_string: 'find',
  old_str: 'find',
  old_text: 'find',
  new_string: 'replace',
  new_str: 'replace',
  new_text: 'replace',
}

/**
 * Accepts one edit or insert sent without its list: `block`, `rev`, `text` and `find` side by side become one of
 * `edits`, `after` with `text` one of `inserts`. A text with a place is never taken for the whole text.
 */
export function withLists(sentAs: Fields): Fields {
  const sent = replacedInEach(replaced(ownNames(sentAs)))
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

/** Beside `find` models say `replace` for the words to put there. */
function replaced(sent: Fields): Fields {
  const { replace, ...rest } = sent
  return typeof replace !== 'string' || isLeftOut(rest['find']) || !isLeftOut(rest['text'])
    ? sent
    : { ...rest, text: replace }
}

function replacedInEach(sent: Fields): Fields {
  const edits = listOf(sent['edits'])
  return edits.some(isFields)
    ? { ...sent, edits: edits.map((one) => (isFields(one) ? replaced(ownNames(one)) : one)) }
    : sent
}

function ownNames(sent: Fields): Fields {
  const named = Object.entries(sent).map(([name, value]) => {
    const own = otherNames[name]
    return own === undefined || own in sent || typeof value !== 'string' ? [name, value] : [own, value]
  })
  return Object.fromEntries(named) as Fields
}
