import { call } from './call.ts'
import { dropDraft } from './drafts.ts'
import { areKeysOn, turnKeys } from './key_switch.ts'
import { putNotice } from './notice.ts'
import { elementsOf, parsed, refresh, whenDrawn } from './refresh.ts'
import { say } from './say.ts'
import { trusted } from './trusted.ts'
import { tell, undoNewest } from './undo.ts'
import { dropUnheard, keptUnheard } from './unheard.ts'

/** What there is one of on a page, handed to its parts that are loaded later. */
export const onPage = {
  call,
  elementsOf,
  keys: { areKeysOn, turnKeys },
  parsed,
  putNotice,
  refresh,
  say,
  tell,
  trusted,
  undoNewest,
  unheard: { kept: keptUnheard, drop: dropUnheard, forget: dropDraft },
  whenDrawn,
}

export type OnPage = typeof onPage
