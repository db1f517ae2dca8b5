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
import { readableBy, standingIn } from './asked.ts'
import type { Pad } from './state.ts'

const scopeOf = ({ id, hub_id }: Pad): Scope => ({ type: 'pad', id, hub_id })

export const invite = message({
  afresh: true,
  needs: (pad: Pad, call: Inviting) => ({ standing: standingIn(pad, call.by), ...neededToInvite(call) }),
  decide: (pad: Pad, call: Inviting, { standing, invite }, now): Outcome<Pad, Invited> => {
    const caught = readableBy(pad, call, standing)
    return decideInvite(scopeOf(pad), call, caught.asked, caught.standing, invite, now)
  },
})

export const enter = message({
  afresh: true,
  needs: (pad: Pad, call: Entering) => ({ standing: standingIn(pad, call.by), ...neededToEnter(scopeOf(pad), call) }),
  decide: (pad: Pad, call: Entering, { standing, ...facts }, now): Outcome<Pad, Entered> => {
    const { reply, effects } = decideEnter(scopeOf(pad), call, standing, facts, now)
    return { reply, effects }
  },
})
