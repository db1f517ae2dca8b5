import { forbidden } from '../../../src/rules/errors.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { setNames } from '../../../sql/effects/account/participants.ts'
import { type By, message } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface SetName extends By {
  readonly name: Untrusted
}

/** Changes a person's display name, as picked by the person; what they wrote shows the new one. */
export const setName = message({
  decide: (who: Participant, { by, name }: SetName) => {
    if (who.kind !== 'human' || by.id !== who.id || who.deleted) {
      throw forbidden('not_yours', 'Only a signed-in person has such a name to pick. Sign in first.')
    }
    return { reply: { id: who.id }, effects: [setNames({ id: who.id, name })] }
  },
})
