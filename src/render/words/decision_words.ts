import { present } from '../../records/present.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { asWrittenBy } from '../link_labels.ts'

interface Decided {
  readonly by?: { readonly reach: boolean }
  readonly text: Untrusted
  readonly reason?: Untrusted
  readonly options?: readonly Untrusted[]
}

/** A decision for pages: the links of an author without reach become labels. */
export function decisionWords<Decision extends Decided>(decision: Decision): Decision {
  const { by, text, reason, options } = decision
  if (by?.reach === true) return decision
  const shown = (words: Untrusted): Untrusted => asWrittenBy({ reach: false }, words)
  return {
    ...decision,
    text: shown(text),
    ...present({ reason: reason === undefined ? undefined : shown(reason), options: options?.map(shown) }),
  }
}
