import { newElement } from '../new_element.ts'
import type { Draft } from './draft_store.ts'
import type { OnPage } from '../on_page.ts'

/** Home's "Pick up again": drafts of this device come before the threads read last. */
export function listDrafts({ drafts, whenDrawn }: OnPage): void {
  whenDrawn(() => show(drafts?.all()))
}

function show(drafts: readonly Draft[] | undefined): void {
  const place = document.querySelector<HTMLElement>('main [data-drafts]')
  const list = place?.querySelector('ul')
  if (!place || !list || !drafts) return
  for (const item of list.querySelectorAll('[data-own]')) item.remove()
  for (const { path } of drafts)
    list
      .querySelector(`a[href="${CSS.escape(path)}"]`)
      ?.closest('li')
      ?.remove()
  list.prepend(...drafts.map(draftItem))
  place.hidden = list.childElementCount === 0
}

function draftItem({ path, title }: Draft): Element {
  const link = newElement('a', { class: 'grow', href: path }, title)
  return newElement('li', { 'data-own': '' }, link, newElement('span', { class: 'small soft' }, 'draft'))
}
