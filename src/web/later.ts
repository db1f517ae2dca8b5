import { takeCopies } from './copy.ts'
import { offerUnplaced } from './drafts/unplaced.ts'
import { listDrafts } from './drafts/drafts_listed.ts'
import { awaitArrivals } from './live/agent_arrives.ts'
import { takeKeys } from './shortcuts/shortcuts.ts'
import { follow } from './live/live.ts'
import { nameBefore } from './names/mention_at.ts'
import { showOpened } from './menus.ts'
import type { OnPage } from './on_page.ts'
import { openInPlace } from './open_in_place.ts'
import { showTab } from './tab_in_view.ts'
import { tellKept } from './undo/told_next.ts'
import { countHeld } from './undo/count_held.ts'

export { answerOf, focusOnAnswer } from './sending/answered_page.ts'
export { sendAgain } from './sending/again.ts'
export { confirmed } from './undo/confirm.ts'
export { tellNext } from './undo/told_next.ts'

/** The parts that a page loads after its first paint: keyboard, copying and live updates. */
export function takeUp(page: OnPage): void {
  takeKeys(page)
  takeCopies(page)
  openInPlace(page)
  showOpened()
  listDrafts(page)
  showTab()
  document.documentElement.dataset['keys'] = ''
  if (document.querySelector('.bar .yours') === null) return
  tellKept(page)
  countHeld(page)
  follow(page)
  offerUnplaced(page)
  const unheard = page.unheard.kept()
  if (unheard.length > 0) void import('./sending/unheard_told.ts').then(({ tellUnheard }) => tellUnheard(page, unheard))
  awaitArrivals(page)
  suggestNames(page)
}

/** Loads name suggestions with the first @ typed into a field. */
function suggestNames(page: OnPage): void {
  const taken = new WeakSet<Element>()
  document.addEventListener('input', ({ target: field }) => {
    if (!(field instanceof HTMLTextAreaElement) || taken.has(field)) return
    const hub = document.querySelector<HTMLAnchorElement>('.crumbs a[href^="/h/"]')?.pathname.split('/')[2]
    if (!hub || nameBefore(field.value.slice(0, field.selectionStart)) === undefined) return
    taken.add(field)
    void import('./names/mention.ts').then(({ suggestMembers }) => suggestMembers(page, field, hub))
  })
}
