import { invalid } from '../../src/rules/errors.ts'
import { allow } from '../../src/rules/rights.ts'
import { deleteRemovals } from '../../sql/effects/hub/seats.ts'
import { present } from '../../src/records/present.ts'
import { checkTakesBack } from '../moderation/taking_back.ts'
import { checkRoom } from './members_full.ts'
import {
  backInPart,
  done,
  isOutOfPart,
  letIn,
  roleBefore,
  type SeatContext,
  type Seated,
  type SeatFacts,
  seatThere,
  unchanged,
} from './seat_change.ts'

/** Takes a removal back: they get the seat they had; those who had none may ask for one again. */
export function takeBackRemoval(seating: SeatContext, { act, owners, given }: SeatFacts): Seated {
  const { scope, call, asked, target, at } = seating
  const { removed, removed_at, removed_by } = target
  const stands = removed ? present({ at: removed_at?.toISOString(), by_id: removed_by }) : undefined
  checkTakesBack(call, act, scope.hub_id, stands)
  if (isOutOfPart(seating)) return backInPart(seating)
  if (seatThere(target) !== undefined) return unchanged(seating, 'joined')
  if (!removed && act?.was !== undefined) {
    throw invalid('target', 'They left since, or did so themselves. Send them an invite link instead.')
  }
  if (!removed) return unchanged(seating, 'turned_away')
  const key = { scope_id: scope.id, participant_id: target.id }
  if (act?.was === undefined) {
    const { reply, effects } = done(seating, 'turned_away')
    return { reply, more: 0, effects: [deleteRemovals(key), ...effects], tell: [] }
  }
  const role = roleBefore(act, target, owners)
  if (role !== 'member') allow('set_role', asked)
  checkRoom(given, 'Remove somebody first.')
  return letIn(seating, { role, at: act.was_since?.toISOString() ?? at })
}
