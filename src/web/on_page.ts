import { call } from './sending/call.ts'
import { dropDraft, keepDraft, keptDrafts } from './drafts/keep_drafts.ts'
import { areKeysOn, turnKeys } from './shortcuts/shortcut_switch.ts'
import { putNotice, takeNotice } from './sending/notice.ts'
import { draw, elementsOf, parsed, refresh, whenDrawn } from './live/refresh.ts'
import { say } from './live/say.ts'
import { trusted } from './trusted.ts'
import { tell, undoNewest } from './undo/undo.ts'
import { dropUnanswered, keptUnanswered } from './sending/unanswered.ts'

/** The page's singletons, passed to the parts that are loaded later. */
export const onPage = {
  call,
  draw,
  elementsOf,
  keepDraft,
  keptDrafts,
  keys: { areKeysOn, turnKeys },
  parsed,
  putNotice,
  refresh,
  say,
  takeNotice,
  tell,
  trusted,
  undoNewest,
  unheard: { kept: keptUnanswered, drop: dropUnanswered, forget: dropDraft },
  whenDrawn,
}

export type OnPage = typeof onPage
