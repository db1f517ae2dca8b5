import type { Keeper } from '../../../sql/facts/hub/seats.ts'
import { ownerActedAt, ownersOf, type Takeover } from '../../../sql/facts/hub/takeovers.ts'
import { logEffects } from '../../moderation/log.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { passOwnership, tellRoles } from '../ownership.ts'
import type { Hub } from '../state.ts'
import { hasHelper, itself, openTakeover, overruled, tellTakeover } from './takeover.ts'
import { byService } from '../../notices.ts'

interface Due {
  /** id of the log entry */
  readonly entry: string
  /** identifies the request: the time it takes effect (epoch ms) */
  readonly due: number
}

/**
 * Thirty days after a request its author becomes owner, unless the owner did anything since, the hub has a helper, or
 * the author lost their seat. Decided by the current rows, so a repeated message changes nothing.
 */
export const takeoverDue = message({
  afresh: true,
  needs: (hub: Hub, _: Due) => ({
    owners: ownersOf.of(hub.id),
    actedAt: ownerActedAt.of(hub.id),
    ...openTakeover(hub),
  }),
  decide: (
    hub,
    { entry, due },
    { keepers, owners, actedAt, waiting },
    { at },
  ): Outcome<Hub, { state?: 'done' | 'objected' }> => {
    if (waiting?.takes_effect_at !== due) return { reply: {} }
    const { by_id } = waiting
    if (isOverruled(waiting, keepers, actedAt)) return overruled(hub, keepers, waiting)
    const succession = { from: owners, to: by_id }
    return {
      reply: { state: 'done' },
      effects: [
        ...passOwnership(hub, succession, by_id, at),
        ...logEffects({ by: { id: by_id }, entry }, itself(hub), { action: 'take_over', reason: 'done' }, at),
      ],
      tell: [
        ...tellTakeover(hub, keepers, [by_id], { ...byService, reason: 'done' }),
        ...tellRoles(hub, succession, byService),
      ],
      wake: { version: hub.version },
    }
  },
})

const isOverruled = ({ at, seated }: Takeover, keepers: readonly Keeper[], ownerActedAt: number): boolean =>
  ownerActedAt > at || !seated || hasHelper(keepers)
