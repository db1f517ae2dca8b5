import { invalid, unreadable } from '../../src/rules/errors.ts'
import { allow, type Asked } from '../../src/rules/rights.ts'
import { setRoles } from '../../sql/effects/hub/seats.ts'
import { present } from '../../src/records/present.ts'
import { from, notice } from '../notices.ts'
import { actOn, type Moderating, noteOf } from '../moderation/log.ts'
import { checkTakesBack } from '../moderation/taking_back.ts'
import type { Scope } from './place.ts'
import { personIn, roleBefore, type Seated, type SeatFacts, unchanged, wasOf, withOwner } from './seat_change.ts'

export interface RoleCall extends Moderating {
  readonly participant: string
  /** beside `takes_back` for hosts of the release before alone: the entry says which */
  readonly role: 'helper' | 'member'
}

/** Changes the role of a participant who has a seat in the hub. */
export function role(scope: Scope, call: RoleCall, asked: Asked, facts: SeatFacts, at: string): Seated {
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
  // a hub handed over since is no doing of that entry, whatever role each has by it
  const isAsWanted = hub_seat === wanted || (taken_back && (hub_seat === 'owner' || isGivenUp))
  checkTakesBack(call, facts.act, scope.hub_id, isAsWanted ? undefined : present({ at: seat_at?.toISOString() }))
  if (isGivenUp && !taken_back) {
    throw invalid('target', 'Who was owner becomes it again only when an owner hands the hub over.')
  }
  const act = actOn(call, personIn(scope, target), at)
  if (isAsWanted || taken_back) return unchanged({ act }, hub_seat)
  const changing = hub_seat === 'owner' ? withOwner(target, facts.owners ?? []) : [target.id]
  const since = facts.act?.was_since?.toISOString() ?? at
  const given = { scope_id: scope.id, role: wanted, given_by: by.id, at: since }
  const { reply, effects } = act.done(wanted, { action: 'set_role', ...wasOf(target) })
  return {
    reply,
    more: 0,
    effects: [...changing.map((participant_id) => setRoles({ ...given, participant_id })), ...effects],
    tell: [notice(target.id, { kind: 'role', ...from(by), hub_id: scope.hub_id, reason: wanted, ...noteOf(call) })],
  }
}
