import { rateLimited, unreadable } from '../../src/rules/errors.ts'
import { pace, retrySeconds } from '../../src/rules/limits.ts'
import { isKeeper } from '../../src/rules/may_read/readable.ts'
import { deletePins, insertPins } from '../../sql/effects/hub/hubs.ts'
import { pinnables, pinsOf } from '../../sql/facts/hub/hubs.ts'
import { type Moderating, type ModerationReply, actOn } from '../moderation/log.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { mayKeep } from '../seats/place.ts'
import { readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'
import type { HubItemType } from '../../src/rules/closed_lists.ts'

interface Pinning extends Moderating {
  readonly item: { readonly type: HubItemType; readonly id: string }
  readonly pinned: boolean
}

interface Pinned extends ModerationReply {
  readonly pinned: boolean
  /** number of pinned items of the hub after this call */
  readonly pins: number
}

/** Pins a thread or pad above the others of its hub, or unpins it. */
export const pin = message({
  // two at once must not exceed the limit
  afresh: true,
  needs: (hub: Hub, { by, item }: Pinning) => ({
    standing: standingIn(hub, by),
    found: pinnables.of(item.id),
    pins: pinsOf.of(hub.id),
  }),
  decide: (hub, call, { standing, found, pins }, { at, public_on }): Outcome<Hub, Pinned> => {
    const { by, item, pinned } = call
    const access = readableBy(hub, by, standing, public_on)
    if (found?.hub_id !== hub.id || (found.hidden && !isKeeper(access.standing))) throw unreadable(item.type)
    mayKeep('pin', access)
    const act = actOn(call, { hub_id: hub.id, ...item }, at)
    const status = pinned ? 'pinned' : 'unpinned'
    if (found.pinned === pinned) return { reply: { ...act.already(status).reply, pinned, pins } }
    if (pinned && pins >= pace.pins) throw tooMany()
    const { reply, effects } = act.done(status, { action: pinned ? 'pin' : 'unpin' })
    return {
      reply: { ...reply, pinned, pins: pins + (pinned ? 1 : -1) },
      effects: [
        pinned ? insertPins({ item_id: item.id, hub_id: hub.id, by_id: by.id, at }) : deletePins({ item_id: item.id }),
        ...effects,
      ],
      wake: { version: hub.version },
    }
  },
})

const tooMany = () =>
  rateLimited('pins', `This hub has ${pace.pins} pinned threads and pads, and no more fit. Take a pin off first.`, {
    retry_after_seconds: retrySeconds.waitingDoesNotHelp,
  })
