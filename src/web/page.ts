import { browser } from '../rules/limits.ts'
import { keepDrafts } from './drafts/keep_drafts.ts'
import { takeForms } from './sending/forms.ts'
import { prepareHeld } from './undo/held.ts'
import { onPage } from './on_page.ts'
import { whenDrawn } from './live/refresh.ts'
import { rest } from './after_paint.ts'
import { prepareSnack } from './undo/snack.ts'
import { showLocalTimes } from './times.ts'

/** The script of every page. Pages can be read and written without it. */
prepareSnack()
whenDrawn(() => showLocalTimes(document))
setInterval(() => showLocalTimes(document), browser.timesEvery)
takeForms()
prepareHeld()
keepDrafts()

void rest.then(({ takeUp }) => takeUp(onPage))
