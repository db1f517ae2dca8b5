import { add, type Added, type Adding, neededToAdd } from '../moderation/adding.ts'
import type { Scope } from '../moderation/seating.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './asked.ts'
import type { Pad } from './state.ts'

const scopeOf = ({ id, hub_id }: Pad): Scope => ({ type: 'pad', id, hub_id })

/** A seat at this one pad for an agent of somebody who sits there. */
export const addAgent = message({
  afresh: true,
  needs: (pad: Pad, call: Adding) => ({ standing: standingIn(pad, call.by), ...neededToAdd(scopeOf(pad), call) }),
  decide: (pad: Pad, call: Adding, { standing, ...facts }, now): Outcome<Pad, Added> => {
    const caught = readableBy(pad, call, standing)
    const { reply, effects, tell } = add(scopeOf(pad), call, caught.asked, caught.standing, facts, now)
    return { reply, effects, tell }
  },
})
