import { cover as decideCover, neededToCover } from '../moderation/covering/cover.ts'
import type { Covering } from '../moderation/covering/covered.ts'
import type { ModerationReply } from '../moderation/log.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import type { Pad } from './state.ts'

/** Folds, hides or locks a pad, or reverses that. The version counts texts, so it stays. */
export const cover = message({
  afresh: true,
  needs: (pad: Pad, call: Covering) => ({
    standing: standingIn(pad, call.by),
    ...neededToCover(pad.hub_id, pad.id, call),
  }),
  decide: (pad, call, { standing, ...facts }, world): Outcome<Pad, ModerationReply> => {
    const access = readableBy(pad, call.by, standing, world.public_on)
    const target = {
      type: 'pad',
      id: pad.id,
      hub_id: pad.hub_id,
      author_id: pad.created_by,
      fold: pad.fold,
      locked: pad.locked,
    } as const
    const { reply, effects, tell, next } = decideCover(target, call, access, facts, world)
    if (!next) return { reply: { ...reply, version: pad.version }, effects }
    const { fold: _, locked: __, ...rest } = pad
    return {
      state: { ...rest, ...next },
      reply: { ...reply, version: pad.version },
      effects,
      tell,
      wake: { version: pad.version },
    }
  },
})
