import { pauseAgents as pauseEffect, resumeAgents as resumeEffect } from '../../sql/effects/moderation/locks.ts'
import { agentsPauses } from '../../sql/facts/hub/hubs.ts'
import { acts } from '../../sql/facts/moderation/moderation_log.ts'
import { type Moderating, type ModerationReply, actOn } from '../moderation/log.ts'
import { checkTakesBack } from '../moderation/taking_back.ts'
import { mayKeep } from '../seats/place.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'

interface Pausing extends Moderating {
  readonly paused: boolean
}

/** Stops a hub's agents from writing, except those of its owner and helpers; or lets them resume. */
export const pauseAgents = message({
  afresh: true,
  needs: (hub: Hub, { by, takes_back }: Pausing) => ({
    standing: standingIn(hub, by),
    act: acts.maybe(takes_back),
    pause: agentsPauses.maybe(takes_back && hub.id),
  }),
  decide: (hub, call, facts, { at, public_on }): Outcome<Hub, ModerationReply> => {
    const { by, paused } = call
    const access = readableBy(hub, by, facts.standing, public_on)
    mayKeep('pause_agents', access)
    checkTakesBack(call, facts.act, hub.id, facts.pause && { ...facts.pause, at: facts.pause.at.toISOString() })
    const act = actOn(call, { hub_id: hub.id, type: 'hub', id: hub.id }, at)
    const status = paused ? 'paused' : 'resumed'
    if (access.standing.hub.agents_paused === paused) return act.already(status)
    const { reply, effects } = act.done(status, { action: paused ? 'pause_agents' : 'resume_agents' })
    return {
      reply,
      effects: [
        paused ? pauseEffect({ hub_id: hub.id, by_id: by.id, at }) : resumeEffect({ hub_id: hub.id }),
        ...effects,
      ],
      wake: { version: hub.version },
    }
  },
})
