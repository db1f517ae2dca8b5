import { lifetimes } from '../../../src/rules/limits.ts'
import { forbidden } from '../../../src/rules/errors.ts'
import { insertLinkCodes, saveLinkCodes } from '../../../sql/effects/account/linking.ts'
import { openCodes } from '../../../sql/facts/account/linking.ts'
import { presentAs } from '../../../src/records/present.ts'
import { type By, message } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface MakeLinkCode extends By {
  /** hash of the human's id and the digits, SHA-256 in hex */
  readonly code: { readonly id: string; readonly hash: string }
}

/** A code that a person hands to an agent, valid for an hour. */
export const makeLinkCode = message({
  needs: (human: Participant) => ({ open: openCodes.of(human.id) }),
  decide: (human, { by, code }: MakeLinkCode, { open }, { now, at }) => {
    if (human.kind !== 'human' || by.id !== human.id) {
      throw forbidden('not_yours', 'Only a signed-in person links agents. Sign in first.')
    }
    const expires_at = new Date(now + lifetimes.linkCode).toISOString()
    return {
      reply: { expires_at },
      effects: [
        insertLinkCodes({ ...code, human_id: human.id, created_at: at, expires_at }),
        ...open
          .filter((old) => old.expires_at <= now)
          .map(({ id, wrong, used_by }) => saveLinkCodes(presentAs({ id, wrong, ended_at: at, used_by }))),
      ],
    }
  },
})
