import type { Fields } from './sent_fields.ts'

const yes: ReadonlySet<string> = new Set(['accept', 'accepted', 'approve', 'approved'])
const no: ReadonlySet<string> = new Set(['reject', 'rejected', 'decline', 'declined', 'deny', 'turned_down'])
const plain: ReadonlySet<string> = new Set(['yes', 'no', 'true', 'ok', 'turn_down', 'withdraw', 'withdrawn'])

/** Begins where no such character stands before it: else a text of thousands would be tried from each of them. */
const ending = /(?<![.!])[.!]+$/

/** Whether a text is nothing but such an answer. */
export function isAnswer(said: string): boolean {
  const word = said.trim().toLowerCase().replace(ending, '')
  return yes.has(word) || no.has(word) || plain.has(word)
}

/** Replaces a yes or no in the words of another tool by this tool's own: `reject` becomes turn_down. */
export function withAnswerMeant(
  sent: Fields,
  name: string,
  own: { readonly yes: string; readonly no: string },
): Fields {
  const said = sent[name]
  if (typeof said !== 'string') return sent
  const word = said.trim().toLowerCase()
  if (yes.has(word)) return { ...sent, [name]: own.yes }
  return no.has(word) ? { ...sent, [name]: own.no } : sent
}
