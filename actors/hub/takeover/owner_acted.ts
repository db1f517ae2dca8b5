import { ownerActedAt } from '../../../sql/facts/hub/takeovers.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import type { Hub } from '../state.ts'
import { openTakeover, overruled } from './takeover.ts'

interface Due {
  /** when the owner acted (epoch ms): identifies the firing, and decides nothing */
  readonly due: number
}

/** Any act of the owner objects to a request to take the hub over, which ends at once and not after 30 days. */
export const ownerActed = message({
  afresh: true,
  needs: (hub: Hub, _: Due) => ({ actedAt: ownerActedAt.of(hub.id), ...openTakeover(hub) }),
  decide: (hub, _, { keepers, actedAt, waiting }): Outcome<Hub, { state?: 'objected'; fired?: false }> =>
    waiting && actedAt > waiting.at ? overruled(hub, keepers, waiting) : { reply: { fired: false } },
})
