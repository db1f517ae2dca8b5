import type { Untrusted } from '../../../text/untrusted.ts'
import { type Html, html } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { Refused } from '../../page_arguments.ts'
import { chosenOr } from '../form/act.ts'
import { reads } from '../../../rules/limits.ts'

interface Option {
  readonly words: Untrusted
  /** position among the options, from 1; absent when the proposed words are none of them */
  readonly place?: number
}

/** One option of a decision. Besides its place it sends its words, by which the answer is told. */
export function optionPick({ words, place }: Option, first: boolean, shown: Html, refused?: Refused): Html {
  const sent = new URLSearchParams({ option: String(place ?? ''), chosen: `“${oneLine(words, reads.quotes.named)}”` })
  return html`<label class="pick"><input type="radio" name="also" value="${sent.toString()}"${chosenOr(refused, 'option', String(place ?? ''), first)}> <span>${shown}</span></label>`
}
