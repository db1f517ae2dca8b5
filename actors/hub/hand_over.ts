import { invalid, unreadable } from '../../src/rules/errors.ts'
import { ownersOf } from '../../sql/facts/hub/takeovers.ts'
import { type Concerned, concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import { actOn, type Moderating, type ModerationReply } from '../moderation/log.ts'
import { mayKeep } from '../seats/place.ts'
import { wasOf } from '../seats/seat_change.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import { passOwnership, tellRoles } from './ownership.ts'
import type { Hub } from './state.ts'
import { from } from '../notices.ts'

interface HandOver extends Moderating {
  /** the new owner */
  readonly participant: string
}

/** Makes another person of the hub its owner; the former owner stays as a helper. */
export const handOver = message({
  afresh: true,
  needs: (hub: Hub, { by, participant }: HandOver) => ({
    standing: standingIn(hub, by),
    concerned: concerned.of({ participant_id: participant, hub_id: hub.id, scope_id: hub.id }),
    owners: ownersOf.of(hub.id),
  }),
  decide: (hub, call, { standing, concerned: whom, owners }, { at, public_on }): Outcome<Hub, ModerationReply> => {
    const { by, participant } = call
    mayKeep('set_role', readableBy(hub, by, standing, public_on))
    if (!whom) throw unreadable('person or agent')
    const act = actOn(call, { hub_id: hub.id, type: 'participant', id: whom.id }, at)
    if (whom.hub_seat === 'owner') return act.already('owner')
    const { reply, effects } = act.done('owner', { action: 'set_role', reason: 'owner', ...wasOf(personSeated(whom)) })
    const succession = { from: owners, to: participant }
    return {
      reply,
      effects: [...passOwnership(hub, succession, by.id, at), ...effects],
      tell: tellRoles(hub, succession, from(by)),
      wake: { version: hub.version },
    }
  },
})

function personSeated(whom: Concerned): Concerned {
  if (whom.kind !== 'human' || whom.hub_seat === undefined) {
    throw invalid('target', 'A hub is handed over to a person who has a seat in it. Invite them first.')
  }
  if (whom.suspended)
    throw invalid('target', 'That account is suspended, and could look after no hub. Pick somebody else.')
  return whom
}
