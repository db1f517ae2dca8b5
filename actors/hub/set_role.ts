import { denied } from '../../src/rules/rights.ts'
import type { ModerationReply } from '../moderation/log.ts'
import { role, type RoleCall } from '../seats/role.ts'
import { neededToSeat } from '../seats/let_in_turn_away_remove.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { place, readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'

/** Makes a participant helper or member; the owner's right. */
export const setRole = message({
  afresh: true,
  needs: (hub: Hub, call: RoleCall) => ({
    standing: standingIn(hub, call.by),
    ...neededToSeat(place.scope(hub), { ...call, action: 'remove' }),
  }),
  decide: (hub: Hub, call: RoleCall, { standing, ...facts }, { at, public_on }): Outcome<Hub, ModerationReply> => {
    const access = readableBy(hub, call.by, standing, public_on)
    if (access.standing.removed) throw denied('removed', access.asked)
    const { reply, effects, tell } = role(place.scope(hub), call, access.asked, facts, at)
    return { reply, effects, tell, wake: { version: hub.version } }
  },
})
