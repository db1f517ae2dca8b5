import { invalid, unreadable } from '../../src/rules/errors.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import { setRoles } from '../../sql/effects/hub/seats.ts'
import { present } from '../../src/records/present.ts'
import { actOn, type Moderating, type ModerationReply, noteOf } from '../moderation/log.ts'
import { checkTakesBack } from '../moderation/taking_back.ts'
import { from, notice } from '../notices.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { neededToSeat } from '../seats/let_in_turn_away_remove.ts'
import type { Scope } from '../seats/place.ts'
import { personIn, roleBefore, type SeatFacts, wasOf, withOwner } from '../seats/seat_change.ts'
import { place, readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'
import type { GivenSeat } from '../../src/rules/closed_lists.ts'

export interface RoleCall extends Moderating {
  readonly participant: string
  /** with `takes_back` only for hosts of the release before: the entry says which role it was */
  readonly role: GivenSeat
}

/** Makes a participant helper or member; the owner's right. */
export const setRole = message({
  afresh: true,
  needs: (hub: Hub, call: RoleCall) => ({
    standing: standingIn(hub, call.by),
    ...neededToSeat(place.scope(hub), call),
  }),
  decide: (hub, call, { standing, ...facts }, { at, public_on }): Outcome<Hub, ModerationReply> => {
    const access = readableBy(hub, call.by, standing, public_on)
    if (access.standing.removed) throw denied('removed', access.asked)
    return { ...role(place.scope(hub), call, access.asked, facts, at), wake: { version: hub.version } }
  },
})

/** Changes the role of a participant who has a seat in the hub. */
export function role(
  scope: Scope,
  call: RoleCall,
  asked: Asked,
  facts: SeatFacts,
  at: string,
): Outcome<never, ModerationReply> {
  const { by } = call
  allow('set_role', asked)
  const target = facts.concerned
  if (!target) throw unreadable('person or agent')
  if (target.hub_seat === undefined) {
    throw invalid('target', 'They have no seat in this hub. let_in answers a request; invite makes a link.')
  }
  const { hub_seat, seat_at } = target
  const wanted = call.takes_back === undefined ? call.role : roleBefore(facts.act, target, facts.owners)
  const taken_back = facts.act?.taken_back === true
  const isGivenUp = facts.act?.was === 'owner' && wanted !== 'owner'
  // the entry did not hand the hub over, so an owner since then, or one who gave it up, counts as having the wanted role
  const isAsWanted = hub_seat === wanted || (taken_back && (hub_seat === 'owner' || isGivenUp))
  checkTakesBack(call, facts.act, scope.hub_id, isAsWanted ? undefined : present({ at: seat_at?.toISOString() }))
  if (isGivenUp && !taken_back) {
    throw invalid('target', 'Who was owner becomes it again only when an owner hands the hub over.')
  }
  const act = actOn(call, personIn(scope, target), at)
  if (isAsWanted || taken_back) return act.already(hub_seat)
  const changing = hub_seat === 'owner' ? withOwner(target, facts.owners) : [target.id]
  const since = facts.act?.was_since?.toISOString() ?? at
  const given = { scope_id: scope.id, role: wanted, given_by: by.id, at: since }
  const { reply, effects } = act.done(wanted, { action: 'set_role', reason: wanted, ...wasOf(target) })
  return {
    reply,
    effects: [...changing.map((participant_id) => setRoles({ ...given, participant_id })), ...effects],
    tell: [notice(target.id, { kind: 'role', ...from(by), hub_id: scope.hub_id, reason: wanted, ...noteOf(call) })],
  }
}
