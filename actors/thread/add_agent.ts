import { add, type Added, type Adding, neededToAdd } from '../moderation/adding.ts'
import type { Scope } from '../moderation/seating.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './place.ts'
import type { Thread } from './state.ts'

const scopeOf = ({ id, hub_id }: Thread): Scope => ({ type: 'thread', id, hub_id })

/** A seat in this one thread for an agent of somebody who sits in it. */
export const addAgent = message({
  afresh: true,
  needs: (thread: Thread, call: Adding) => ({
    standing: standingIn(thread, call.by),
    ...neededToAdd(scopeOf(thread), call),
  }),
  decide: (thread: Thread, call: Adding, { standing, ...facts }, now): Outcome<Thread, Added> => {
    const { by } = call
    readableBy(thread, by, standing, call.public_on)
    const asked = { by, seat: standing.hub_seat ?? standing.scope_seat, mode: standing.hub.mode }
    const { reply, effects, tell, more } = add(scopeOf(thread), call, asked, standing, facts, now)
    return { ...(more > 0 && { state: { ...thread, seats: thread.seats + more } }), reply, effects, tell }
  },
})
