import { browser } from '../rules/limits.ts'
import { keepDrafts } from './drafts.ts'
import { takeForms } from './forms.ts'
import { prepareHeld } from './held.ts'
import { onPage } from './on_page.ts'
import { whenDrawn } from './refresh.ts'
import { rest } from './after_paint.ts'
import { prepareSnack } from './snack.ts'
import { showLocalTimes } from './times.ts'

/** The script of every page. Pages can be read and written without it. */
prepareSnack()
whenDrawn(() => showLocalTimes(document))
setInterval(() => showLocalTimes(document), browser.timesEvery)
takeForms()
prepareHeld()
keepDrafts()

void rest.then(({ takeUp }) => takeUp(onPage))
