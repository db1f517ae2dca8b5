import { html } from '../../render/html.ts'
import { writtenIn, writtenToCopy } from '../../render/marks/form/unsaved_words.ts'
import type { OnPage } from '../on_page.ts'
import type { PlacedDraft } from './draft_store.ts'

/** Drafts for this address whose form is gone, because a section was removed or a thread was locked. */
export function offerOf(page: OnPage, here: string): void {
  // these are sent, and asked about
  const sent = page.unheard.kept().flatMap(({ drafts }) => drafts)
  const kept = page.drafts?.all().filter(({ path, place }) => path === here && !sent.includes(place)) ?? []
  show(page, withoutForm(page, kept))
}

function withoutForm({ placesOf }: OnPage, drafts: readonly PlacedDraft[]): readonly PlacedDraft[] {
  const places = [...document.forms].flatMap(placesOf)
  return drafts.filter(({ place }) => !places.includes(place))
}

/**
 * Shows their text to be copied, or to be added to the text that is edited here. The rest of it can still be copied.
 */
function show(page: OnPage, drafts: readonly PlacedDraft[]): void {
  const written = drafts.flatMap(({ fields }) => writtenIn(fields))
  const field = document.querySelector<HTMLTextAreaElement>('main [data-edit] textarea')
  const texts = written.filter(isText).map(({ words }) => words)
  const [shown] = page.elementsOf(
    html`<div class="above" data-own><div class="notice open"><p>You wrote this here and did not send it. What it belonged to is not on this page now.</p>${field !== null && texts.length > 0 && html`<button type="button" data-adds>Add it at the end of the text</button>`}<button type="button">Delete it</button></div>
${writtenToCopy(written, 'left')}</div>`,
  )
  if (!shown || written.length === 0) return
  shown.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    const adds = target.hasAttribute('data-adds')
    if (field?.form && adds) {
      field.value = [field.value.trimEnd(), ...texts].join('\n\n')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      page.keepDraft(field.form)
      field.focus()
    }
    const left = adds ? drafts.map(withoutText).filter(({ fields }) => writtenIn(fields).length > 0) : []
    for (const { place } of drafts) page.drafts?.drop(place)
    // what was added is not offered again by the next page
    for (const { place, ...draft } of left) page.drafts?.keep(place, draft)
    shown.remove()
    show(page, left)
  })
  document.querySelector('main')?.prepend(shown)
  // a form that comes later has its words in it
  page.whenDrawn(() => {
    const left = withoutForm(page, drafts)
    if (left.length === drafts.length || !shown.isConnected) return
    shown.remove()
    show(page, left)
  })
}

function withoutText({ fields: { text: _, ...fields }, ...draft }: PlacedDraft): PlacedDraft {
  return { ...draft, fields }
}

const isText = ({ name }: { readonly name: string }): boolean => name === 'text'
