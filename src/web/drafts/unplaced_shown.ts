import { html } from '../../render/html.ts'
import { writtenFields, writtenIn } from '../../render/marks/form/unsaved_words.ts'
import type { OnPage } from '../on_page.ts'
import type { PlacedDraft } from './draft_store.ts'

/** Shows words that were written here and have no form any more: to copy, or to add to the text that is edited here. */
export function showUnplaced({ elementsOf, keepDraft, unheard }: OnPage, drafts: readonly PlacedDraft[]): void {
  const written = drafts.flatMap(({ fields }) => writtenIn(fields))
  const field = document.querySelector<HTMLTextAreaElement>('main [data-edit] textarea')
  const adds = field !== null && written.some(({ name }) => name === 'text')
  const [shown] = elementsOf(
    html`<div class="above" data-own><div class="notice open"><p>You wrote this here and did not send it. What it belonged to is not here any more.</p>${adds && html`<button type="button" data-adds>Add it at the end of the text</button>`}<button type="button">Delete it</button></div>
${writtenFields(written, 'readonly', 'left')}</div>`,
  )
  if (!shown || written.length === 0) return
  shown.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    if (field?.form && target.hasAttribute('data-adds')) {
      const texts = written.filter(({ name }) => name === 'text').map(({ words }) => words)
      field.value = [field.value.trimEnd(), ...texts].join('\n\n')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      keepDraft(field.form)
      field.focus()
    }
    for (const { place } of drafts) unheard.forget(place)
    shown.remove()
  })
  document.querySelector('main')?.prepend(shown)
}
