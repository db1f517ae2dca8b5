import { invalid, unreadable } from '../../src/rules/errors.ts'
import { allow, type Asked } from '../../src/rules/rights.ts'
import { setRoles } from '../../sql/effects/hub/seats.ts'
import { notice } from '../notices.ts'
import { actOn, checkTakesBack, from, type Moderating, noteOf } from '../moderation/log.ts'
import type { Scope } from './place.ts'
import { personIn, type Seated, type SeatFacts, unchanged, withOwner } from './let_in_turn_away_remove.ts'

export interface RoleCall extends Moderating {
  readonly participant: string
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
  checkTakesBack(call, facts.act, scope.hub_id, target.hub_seat !== call.role)
  const act = actOn(call, personIn(scope, target), at)
  if (target.hub_seat === call.role) return unchanged({ act }, call.role)
  const changing = target.hub_seat === 'owner' ? withOwner(target, facts.owners ?? []) : [target.id]
  const given = { scope_id: scope.id, role: call.role, given_by: by.id, at }
  const { reply, effects } = act.done(call.role, { action: 'set_role', was: target.hub_seat })
  return {
    reply,
    more: 0,
    effects: [...changing.map((participant_id) => setRoles({ ...given, participant_id })), ...effects],
    tell: [notice(target.id, { kind: 'role', ...from(by), hub_id: scope.hub_id, reason: call.role, ...noteOf(call) })],
  }
}
