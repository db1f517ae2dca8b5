import { browser } from '../rules/limits.ts'
import { keepDrafts } from './drafts.ts'
import { takeForms } from './forms.ts'
import { prepareHeld } from './held.ts'
import { type OnPage, onPage } from './on_page.ts'
import { openInPlace } from './open_in_place.ts'
import { whenDrawn } from './refresh.ts'
import { prepareSnack } from './snack.ts'
import { showLocalTimes } from './times.ts'

/** What every page runs: it takes up what the page holds. Without it everything reads and writes, too. */
prepareSnack()
whenDrawn(() => showLocalTimes(document))
setInterval(() => showLocalTimes(document), browser.timesEvery)
takeForms()
prepareHeld()
keepDrafts()
openInPlace()

void theRest().then(({ takeUp }) => takeUp(onPage))

/** One more file, whatever the page holds. */
function theRest(): Promise<{ readonly takeUp: (page: OnPage) => void }> {
  if (document.querySelector('main [data-secret]')) return import('./secret_page.ts')
  if (document.querySelector('main [data-edit]')) return import('./edit_page.ts')
  return import('./later.ts')
}
