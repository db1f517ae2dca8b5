import type { Caller } from '../../src/rules/caller.ts'
import { conflict } from '../../src/rules/errors.ts'
import type { Effect } from '../../sql/effect.ts'
import { holdNames } from '../../sql/effects/account/guest_names.ts'
import { type GuestName, guestNames } from '../../sql/facts/account/guest_names.ts'
import type { Newcomer } from './newcomer.ts'

interface Place {
  /** the thread, pad or hub */
  readonly id: string
  readonly hub_id: string
}

/** The fact about the name that a newcomer, or a guest from another place, would hold here. */
export const nameIn = ({ id, hub_id }: Place, by: Caller, newcomer?: Newcomer) =>
  guestNames.maybe(
    newcomer || by.kind === 'guest'
      ? { scope_id: id, hub_id, participant_id: by.id, name_key: newcomer?.name_key ?? '' }
      : undefined,
  )

/** Reserves the name in this place. Throws when another participant goes by it, in whatever case. */
export function holdName({ id }: Place, by: Caller, name: GuestName | undefined, at: string): readonly Effect[] {
  if (!name) return []
  if (name.taken) throw conflict('name_taken', 'Somebody here goes by that name already. Pick another name.')
  return [holdNames({ scope_id: id, name_key: name.name_key, participant_id: by.id, at })]
}
