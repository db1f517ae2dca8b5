import { call } from './sending/call.ts'
import { keepDraft, placesOf, store as drafts } from './drafts/keep_drafts.ts'
import { putNotice, takeNotice } from './sending/notice.ts'
import { draw, elementsOf, parsed, refresh, whenDrawn } from './live/refresh.ts'
import { trusted } from './trusted.ts'
import { cardOf } from './undo/held.ts'
import { focusAfter } from './shortcuts/focus.ts'
import { tell, undoNewest } from './undo/undo.ts'
import { dropUnanswered, keptUnanswered } from './sending/unanswered.ts'

/** The page's singletons, passed to the parts that are loaded later. */
export const onPage = {
  call,
  cardOf,
  drafts,
  draw,
  elementsOf,
  focusAfter,
  keepDraft,
  parsed,
  placesOf,
  putNotice,
  refresh,
  takeNotice,
  tell,
  trusted,
  undoNewest,
  unheard: { kept: keptUnanswered, drop: dropUnanswered },
  whenDrawn,
}

export type OnPage = typeof onPage
