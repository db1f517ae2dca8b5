import { startedBy } from '../../src/rules/caller.ts'
import { neededToSeat, type Scope, seat as decideSeat, type Seating } from '../moderation/seating.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import type { Kept } from '../moderation/log.ts'
import { readableBy, standingIn } from './place.ts'
import type { Thread } from './state.ts'

const scopeOf = ({ id, hub_id }: Thread): Scope => ({ type: 'thread', id, hub_id })

/** Who sits in this one thread: let in, turned away, removed. */
export const seating = message({
  afresh: true,
  needs: (thread: Thread, call: Seating) => ({
    standing: standingIn(thread, call.by),
    ...neededToSeat(scopeOf(thread), call),
  }),
  decide: (thread: Thread, call: Seating, { standing, ...facts }, now): Outcome<Thread, Kept> => {
    const { by } = call
    readableBy(thread, by, standing, call.public_on)
    const asked = {
      by,
      seat: standing.hub_seat ?? standing.scope_seat,
      mode: standing.hub.mode,
      maker: startedBy(thread, by),
    }
    const { reply, effects, tell, more } = decideSeat(scopeOf(thread), call, asked, standing, facts, now)
    // whoever left may have been the one it was shared with
    const { shared_at: _, ...alone } = thread
    return {
      ...(more !== 0 && { state: { ...alone, seats: thread.seats + more } }),
      reply,
      effects,
      tell,
    }
  },
})
