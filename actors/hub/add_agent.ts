import { add, type Added, type Adding, neededToAdd } from '../moderation/adding.ts'
import type { Scope } from '../moderation/seating.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './place.ts'
import type { Hub } from './state.ts'

const scopeOf = ({ id }: Hub): Scope => ({ type: 'hub', id, hub_id: id })

/** A seat for an agent of somebody who sits in the hub. */
export const addAgent = message({
  afresh: true,
  needs: (hub: Hub, call: Adding) => ({ standing: standingIn(hub, call.by), ...neededToAdd(scopeOf(hub), call) }),
  decide: (hub: Hub, call: Adding, { standing, ...facts }, now): Outcome<Hub, Added> => {
    // who has no seat here joins no agent, and does not learn whether the hub is there
    if (!standing?.hub_seat) return { reply: { joined: false } }
    const caught = readableBy(hub, call, standing)
    const { reply, effects, tell, more } = add(scopeOf(hub), call, caught.asked, caught.standing, facts, now)
    return { reply, effects, tell, ...(more > 0 && { wake: { version: hub.version } }) }
  },
})
