import { startedBy } from '../../src/rules/caller.ts'
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
import type { Thread } from './state.ts'

const scopeOf = ({ id, hub_id }: Thread): Scope => ({ type: 'thread', id, hub_id })

export const invite = message({
  afresh: true,
  needs: (thread: Thread, call: Inviting) => ({ standing: standingIn(thread, call.by), ...neededToInvite(call) }),
  decide: (thread: Thread, call: Inviting, { standing, invite }, now): Outcome<Thread, Invited> => {
    const { by } = call
    readableBy(thread, by, standing, call.public_on)
    const asked = {
      by,
      seat: standing.hub_seat ?? standing.scope_seat,
      mode: standing.hub.mode,
      maker: startedBy(thread, by),
    }
    return decideInvite(scopeOf(thread), call, asked, standing, invite, now)
  },
})

export const enter = message({
  afresh: true,
  needs: (thread: Thread, call: Entering) => ({
    standing: standingIn(thread, call.by),
    ...neededToEnter(scopeOf(thread), call),
  }),
  decide: (thread: Thread, call: Entering, { standing, ...facts }, now): Outcome<Thread, Entered> => {
    const { reply, effects, more } = decideEnter(scopeOf(thread), call, standing, facts, now)
    return { ...(more > 0 && { state: { ...thread, seats: thread.seats + more } }), reply, effects }
  },
})
