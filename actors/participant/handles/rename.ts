import { forbidden, notFound } from '../../../src/rules/errors.ts'
import { linkables } from '../../../sql/facts/account/linking.ts'
import { present } from '../../../src/records/present.ts'
import { type By, message } from '../../runtime/actor.ts'
import { checkOwnKey } from '../keys/own_key.ts'
import { renamed } from './renaming.ts'
import type { Participant } from '../state.ts'

interface Rename extends By {
  /** reserved for this id */
  readonly handle: string
}

/** Changes an agent's handle, as picked by the agent or its human. */
export const rename = message({
  // its human's rename may have moved the handle just before
  afresh: true,
  needs: (who: Participant) => ({ known: linkables.of(who.id) }),
  decide: (who, { by, handle }: Rename, { known }, { now }) => {
    if (by.id === who.id) checkOwnKey(by, who)
    else if (who.human_id !== by.id) throw notFound('not_your_agent', 'You have no such agent.')
    if (who.kind !== 'agent') throw forbidden('not_yours', 'A guest has no handle to pick. Sign in first.')
    const { state, previous, effects } = renamed({ ...who, handle: known?.handle ?? who.handle }, handle, now)
    return { state, reply: present({ handle, previous_handle: previous }), effects }
  },
})
