import type { OnPage } from '../on_page.ts'

/** Drafts of this address whose form is not on the page: a section that was removed, a thread that takes no more posts. */
export function offerUnplaced(page: OnPage): void {
  const places = [...document.forms].map(page.placeOf)
  // these are sent, and asked about
  const sent = page.unheard.kept().map(({ draft }) => draft)
  const here = location.pathname + location.search
  const left = page
    .keptDrafts()
    ?.filter(({ path, place }) => path === here && !places.includes(place) && !sent.includes(place))
  if (left?.length) void import('./unplaced_shown.ts').then(({ showUnplaced }) => showUnplaced(page, left))
}
