import { focusOn } from '../shortcuts/focus.ts'
import type { OnPage } from '../on_page.ts'
import { answerOf } from './answered_page.ts'

/**
 * A conflict of edits: draws the page with both versions and a combination to correct. Returns whether it did. The draft
 * stays as it was typed, with its version: after a reload saving it meets the same conflict, and no word is lost.
 */
export async function showMerge(page: OnPage, form: HTMLFormElement, entries: [string, string][]): Promise<boolean> {
  const answer = await answerOf(page, entries)
  if (typeof answer === 'string') return false
  page.keepDraft(form)
  const [now = '', before] = page.placesOf(form)
  const place = before || now
  page.draw(answer, { answer: true, anew: true })
  const field = document.querySelector<HTMLTextAreaElement>('main [data-edit] textarea')
  // the section is gone and the form edits the whole pad; saving that also ends the section's draft
  if (field?.form && page.placesOf(field.form)[0] !== place) field.form.dataset['draft'] = place
  const clash = document.querySelector<HTMLElement>('main .clash')
  focusOn(clash)
  return clash !== null
}
