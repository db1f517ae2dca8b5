import { type Fields, isFields, fieldsIn, isLeftOut, listOf } from '../input/sent_fields.ts'
import { isWordForNothing } from '../input/coerce.ts'
import { invalid, type Refusal, wrongArgument } from '../../rules/errors.ts'
import { thingOf } from '../../rules/ids.ts'
import { isAnswer, withAnswerMeant } from '../input/answer_meant.ts'

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
}

/** What models call the words to put in the place of `find`. */
const newWords = ['replace', 'new_string', 'new_str', 'new_text'] as const

/**
 * Accepts one edit or insert sent without its list: `block`, `rev`, `text` and `find` side by side become one of
 * `edits`, `after` with `text` one of `inserts`. A text with a place is never taken for the whole text.
 */
export function withLists(sentAs: Fields): Fields {
  const sent = withEnds(withReview(withDecision(replacedInEach(replaced(ownNames(sentAs))))))
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

/** Places in any case, as the choices of a list are taken. */
function withEnds(sent: Fields): Fields {
  const named = (after: unknown): unknown =>
    typeof after === 'string' && /^\s*(?:start|end)\s*$/i.test(after) ? after.trim().toLowerCase() : after
  const placed = (one: Fields): Fields => ('after' in one ? { ...one, after: named(one['after']) } : one)
  const inserts = listOf(sent['inserts'])
  const ends = inserts.some(isFields) ? { inserts: inserts.map((one) => (isFields(one) ? placed(one) : one)) } : {}
  return { ...placed(sent), ...ends }
}

/** Beside `find` these are the words to put there; new_text beside a paragraph alone is the whole of that paragraph. */
function replaced(sent: Fields): Fields {
  const said = newWords.find((name) => typeof sent[name] === 'string')
  if (said === undefined || !isLeftOut(sent['text'])) return sent
  const isWhole = said === 'new_text' && !(isLeftOut(sent['block']) && isLeftOut(sent['after']))
  if (isLeftOut(sent['find']) && !isWhole) return sent
  const { [said]: text, ...rest } = sent
  return { ...rest, text }
}

function replacedInEach(sent: Fields): Fields {
  const edits = listOf(sent['edits'])
  return edits.some(isFields)
    ? { ...sent, edits: edits.map((one) => (isFields(one) ? replaced(ownNames(one)) : one)) }
    : sent
}

const ownNames = (sent: Fields): Fields => underOwnNames(sent, otherNames)

function underOwnNames(sent: Fields, others: Readonly<Record<string, string>>): Fields {
  const named = Object.entries(sent).map(([name, value]) => {
    const own = Object.hasOwn(others, name) ? others[name] : undefined
    return own === undefined || own in sent || typeof value !== 'string' ? [name, value] : [own, value]
  })
  return Object.fromEntries(named) as Fields
}

/** Other names of what a decision holds: ignored, it would be recorded without its reason. */
const ofDecision: Readonly<Record<string, string>> = {
  decision: 'text',
  why: 'reason',
  rationale: 'reason',
  thread: 'thread_id',
  post: 'post_id',
  section: 'section_id',
}

/** A decision under the names that models give to its parts, or sent as its words alone. */
function withDecision(sent: Fields): Fields {
  const { decision, ...rest } = sent
  const fields = fieldsIn(decision)
  if (fields) return { ...sent, decision: underOwnNames(fields, ofDecision) }
  if (typeof decision !== 'string' || /^\s*[[{]/.test(decision)) return sent
  const words = decision.trim()
  if (saysNone(words)) return rest
  if (isAnswer(words) || thingOf(words) !== undefined || answered.some((name) => !isLeftOut(sent[name])))
    throw meantAsReview()
  return { ...rest, decision: { text: decision } }
}

/** A decision may be left out in these words, too. */
const saysNone = (words: string): boolean => isWordForNothing(words) || /^(?:false|-*)\.?$/i.test(words)

/** Ids of what a review answers. Sent beside one of them, `decision` is meant as the review's outcome. */
const answered = ['edit_id', 'decision_id'] as const

/** A decision stays on the pad for all to see, so words that were meant as an answer are not taken for one. */
const meantAsReview = (): Refusal =>
  wrongArgument(
    'decision',
    'must be the words of a new decision',
    'Input validation: decision records the words of a new decision on the pad. To answer a suggestion or decision, send review with its edit_id or decision_id and outcome accept, turn_down or withdraw.',
  )

function withReview(sent: Fields): Fields {
  const review = fieldsIn(sent['review'])
  return review ? { ...sent, review: withAnswerMeant(review, 'outcome', { yes: 'accept', no: 'turn_down' }) } : sent
}
