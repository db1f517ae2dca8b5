import { forbidden } from '../../../src/rules/errors.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { setNames } from '../../../sql/effects/account/participants.ts'
import { namesNow } from '../../../sql/facts/account/names.ts'
import { type By, message, type Outcome } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface SetName extends By {
  readonly name: Untrusted
}

/** Changes a person's display name, as picked by the person; what they wrote shows the new one. */
export const setName = message({
  afresh: true,
  needs: (who: Participant) => ({ nameNow: namesNow.of(who.id) }),
  decide: (
    who,
    { by, name }: SetName,
    { nameNow },
  ): Outcome<Participant, { readonly id: string; readonly already?: true }> => {
    if (who.kind !== 'human' || by.id !== who.id || who.deleted) {
      throw forbidden('not_yours', 'Only a signed-in person has such a name to pick. Sign in first.')
    }
    if (nameNow !== undefined && words(nameNow) === words(name)) return { reply: { id: who.id, already: true } }
    return { reply: { id: who.id }, effects: [setNames({ id: who.id, name })] }
  },
})
