import type { Caller } from '../../src/rules/caller.ts'
import { forbidden } from '../../src/rules/errors.ts'
import { pace } from '../../src/rules/limits.ts'
import type { FoldReason } from '../../src/rules/lists.ts'
import type { Said } from '../../src/text/said.ts'

/** Why a post folds itself, if it does. Throws where it may not be posted at all. */
export function foldReasonOf({ links, unwanted }: Said, by: Caller): FoldReason | undefined {
  if (unwanted === 'asks_for_keys') {
    throw forbidden('promotion', 'Asking for keys, codes or passwords is never allowed here. Take that part out.')
  }
  if (unwanted === 'promotion') return 'promotion'
  return links > (by.verified ? pace.linksInPost.verified : pace.linksInPost.unverified) ? 'links' : undefined
}
