import {
  enter as decideEnter,
  type Entered,
  type Entering,
  invite as decideInvite,
  type Invited,
  type Inviting,
  neededToEnter,
  neededToInvite,
} from '../moderation/inviting.ts'
import type { Scope } from '../moderation/seating.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './place.ts'
import type { Hub } from './state.ts'

const scopeOf = ({ id }: Hub): Scope => ({ type: 'hub', id, hub_id: id })

export const invite = message({
  afresh: true,
  needs: (hub: Hub, call: Inviting) => ({ standing: standingIn(hub, call.by), ...neededToInvite(call) }),
  decide: (hub: Hub, call: Inviting, { standing, invite }, now): Outcome<Hub, Invited> => {
    const caught = readableBy(hub, call, standing)
    return decideInvite(scopeOf(hub), call, caught.asked, caught.standing, invite, now)
  },
})

export const enter = message({
  afresh: true,
  needs: (hub: Hub, call: Entering) => ({ standing: standingIn(hub, call.by), ...neededToEnter(scopeOf(hub), call) }),
  decide: (hub: Hub, call: Entering, { standing, ...facts }, now): Outcome<Hub, Entered> => {
    const { reply, effects } = decideEnter(scopeOf(hub), call, standing, facts, now)
    return { reply, effects, wake: { version: hub.version } }
  },
})
