import type { OnPage } from '../on_page.ts'

/** Loads what shows the drafts of this address that have no form here. */
export function offerUnplaced(page: OnPage): void {
  const here = location.pathname + location.search
  if (page.drafts?.all().some(({ path }) => path === here))
    void import('./unplaced_shown.ts').then(({ offerOf }) => offerOf(page, here))
}
