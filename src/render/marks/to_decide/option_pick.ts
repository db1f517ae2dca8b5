import type { Untrusted } from '../../../text/untrusted.ts'
import { type Html, html } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { reads } from '../../../rules/limits.ts'

interface Option {
  readonly words: Untrusted
  /** position among the options, from 1; absent when the proposed words are none of them */
  readonly place?: number
}

/** One option of a decision. Besides its place it sends its words, by which the answer is told. */
export function optionPick({ words, place }: Option, checked: boolean, shown: Html): Html {
  const sent = new URLSearchParams({ option: String(place ?? ''), chosen: `“${oneLine(words, reads.quotes.named)}”` })
  return html`<label class="pick"><input type="radio" name="also" value="${sent.toString()}"${checked && html` checked`}> <span>${shown}</span></label>`
}
