import { call } from './call.ts'
import { dropDraft, keptDrafts } from './drafts.ts'
import { areKeysOn, turnKeys } from './shortcut_switch.ts'
import { putNotice, takeNotice } from './notice.ts'
import { draw, elementsOf, parsed, refresh, whenDrawn } from './refresh.ts'
import { say } from './say.ts'
import { trusted } from './trusted.ts'
import { tell, undoNewest } from './undo.ts'
import { dropUnanswered, keptUnanswered } from './unanswered.ts'

/** The page's singletons, passed to the parts that are loaded later. */
export const onPage = {
  call,
  draw,
  elementsOf,
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
