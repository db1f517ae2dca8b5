import { openEditor } from './edit/edit.ts'
import { showSides } from './edit/sides.ts'
import { takeUp as takeUpAll } from './later.ts'
import type { OnPage } from './on_page.ts'

export * from './later.ts'
export { showMerge } from './sending/merge.ts'

/** later.ts for an edit page, with the editor in the same file, which saves a request before typing can begin. */
export function takeUp(page: OnPage): void {
  page.whenDrawn(() => {
    const panes = document.querySelector('main [data-edit]')
    if (panes) openEditor(page, panes)
  })
  showSides(page)
  takeUpAll(page)
}
