import { advanceHubs } from '../../sql/effects/hub/hubs.ts'
import { deleteSeats, endSeatsIn, passOwner } from '../../sql/effects/hub/seats.ts'
import { heirsOf } from '../../sql/facts/hub/seats.ts'
import { ownersOf } from '../../sql/facts/hub/takeovers.ts'
import { byService, notice } from '../notices.ts'
import { message, type Outcome, type Tell } from '../runtime/actor.ts'
import { advanced, type Hub, wakeOf } from './state.ts'

interface OwnerLeft {
  readonly who: string
  /** that id and its own agents */
  readonly own: readonly string[]
}

/**
 * Handles an owner who deleted their account. A member who took a seat between the check and this message inherits the
 * hub; one without a member who could have it becomes private, without an owner, and is erased some places at a time.
 */
export const ownerLeft = message({
  afresh: true,
  needs: (hub: Hub, _: OwnerLeft) => ({ owners: ownersOf.of(hub.id), heirs: heirsOf.of(hub.id) }),
  decide: (hub, { who, own }, { owners, heirs }, { now, at }): Outcome<Hub, { readonly left: boolean }> => {
    const gone = owners.filter(({ id }) => own.includes(id))
    if (gone.length === 0) return { reply: { left: false } }
    const seatsGone = gone.map(({ id }) => deleteSeats({ scope_id: hub.id, participant_id: id }))
    if (owners.length > gone.length) return { reply: { left: true }, effects: seatsGone, wake: wakeOf(hub) }
    const heir = heirs.find((id) => !own.includes(id))
    if (heir !== undefined) {
      const passed = { scope_id: hub.id, to: heir, given_by: who, former: [], by_id: who, at }
      return {
        reply: { left: true },
        effects: [...seatsGone, passOwner(passed)],
        tell: [notice(heir, { kind: 'role', ...byService, hub_id: hub.id, reason: 'owner' })],
        wake: wakeOf(hub),
      }
    }
    const next = advanced(hub, { audience: 'private', accepts_guests: false }, now)
    return {
      state: next,
      reply: { left: true },
      effects: [advanceHubs(next), endSeatsIn({ hub_id: hub.id })],
      tell: [eraseStep(hub.id)],
      wake: wakeOf(next),
    }
  },
})

export const eraseStep = (hub: string): Tell => ({ actor: 'hub', id: hub, operation: 'erase_step', args: {} })
