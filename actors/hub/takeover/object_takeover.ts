import { invalid } from '../../../src/rules/errors.ts'
import { deleteTakeovers } from '../../../sql/effects/hub/hubs.ts'
import { actOn, type Moderating, noteOf } from '../../moderation/log.ts'
import { mayKeep } from '../../seats/place.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { readableBy, standingIn } from '../access.ts'
import type { Hub } from '../state.ts'
import { itself, openTakeover, type TakeoverReply, tellTakeover } from './takeover.ts'
import { from } from '../../notices.ts'

/** Lets the owner object to a request to take the hub over. */
export const objectTakeover = message({
  afresh: true,
  needs: (hub: Hub, { by }: Moderating) => ({ standing: standingIn(hub, by), ...openTakeover(hub) }),
  decide: (hub, call, { standing, keepers, waiting }, { at, public_on }): Outcome<Hub, TakeoverReply> => {
    const { by } = call
    mayKeep('object_takeover', readableBy(hub, by, standing, public_on))
    if (!waiting) throw invalid('target', 'Nobody asks to take this hub over.')
    const { reply, effects } = actOn(call, itself(hub), at).done('objected', { action: 'object_takeover' })
    return {
      reply: { ...reply, takeover: { state: 'objected' } },
      effects: [deleteTakeovers({ hub_id: hub.id }), ...effects],
      tell: tellTakeover(hub, keepers, [waiting.by_id], { ...from(by), reason: 'objected', ...noteOf(call) }),
    }
  },
})
