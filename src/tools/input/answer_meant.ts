type Fields = Readonly<Record<string, unknown>>

const yes: ReadonlySet<string> = new Set(['accept', 'accepted', 'approve', 'approved'])
const no: ReadonlySet<string> = new Set(['reject', 'rejected', 'decline', 'declined', 'deny', 'turned_down'])

/** Puts a tool's own word where models say yes or no to somebody in another tool's: `reject` for turn_down. */
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
