import type { Caller } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { readsHub } from '../../src/rules/readable.ts'
import { seatHolder } from '../../src/rules/reader.ts'
import type { Asked } from '../../src/rules/rights.ts'
import { type Standing, standing } from '../../sql/facts/seats.ts'
import type { Hub } from './state.ts'

/** A caller's standing in a hub, as a fact a message needs. */
export const standingIn = (hub: Hub, by: Caller) =>
  standing.of({
    participant_id: seatHolder(by),
    hub_id: hub.id,
    ...(by.human_id === undefined ? {} : { human_id: by.human_id }),
  })

/** What the caller's rights hang on. Throws what a missing hub throws, where the caller cannot read this one. */
export function readableBy(
  hub: Hub,
  { by, public_on }: { readonly by: Caller; readonly public_on: boolean },
  standing: Standing | undefined,
): { readonly asked: Asked; readonly standing: Standing } {
  if (!standing || by.limited_to || !readsHub(hub.audience, standing, { publicOn: public_on })) throw unreadable('hub')
  return { standing, asked: { by, seat: standing.hub_seat, mode: hub.mode } }
}
