import { invalid, unreadable } from '../../src/rules/errors.ts'
import { allow, type Asked } from '../../src/rules/rights.ts'
import { setRoles } from '../../sql/effects/hub/seats.ts'
import { notice } from '../notices.ts'
import { from, logEffects, type Moderating, noteOf } from './log.ts'
import type { Scope } from './place.ts'
import { actTakenBack, replyOf, type Seated, type SeatFacts, unchanged, withOwner } from './let_in_turn_away_remove.ts'

export interface RoleCall extends Moderating {
  readonly participant: string
  readonly role: 'helper' | 'member'
}

/** Changes the role of a participant who has a seat in the hub. */
export function role(scope: Scope, call: RoleCall, asked: Asked, facts: SeatFacts, now: number): Seated {
  const { by, participant } = call
  allow('set_role', asked)
  const target = facts.concerned
  if (!target) throw unreadable('person or agent')
  actTakenBack(scope, call, facts)
  if (target.hub_seat === undefined) {
    throw invalid('target', 'They have no seat in this hub. let_in answers a request; invite makes a link.')
  }
  const about = { scope, target }
  if (target.hub_seat === call.role) return unchanged(about, call.role)
  const changing = target.hub_seat === 'owner' ? withOwner(target, facts.owners ?? []) : [target.id]
  const given = { scope_id: scope.id, role: call.role, given_by: by.id, at: new Date(now).toISOString() }
  const line = { hub_id: scope.hub_id, action: 'set_role', target_type: 'participant', target_id: participant } as const
  return {
    reply: { ...replyOf(about, call.role), entry: call.entry },
    more: 0,
    effects: [
      ...changing.map((participant_id) => setRoles({ ...given, participant_id })),
      ...logEffects(call, { ...line, was: target.hub_seat }, now),
    ],
    tell: [notice(target.id, { kind: 'role', ...from(by), hub_id: scope.hub_id, reason: call.role, ...noteOf(call) })],
  }
}
