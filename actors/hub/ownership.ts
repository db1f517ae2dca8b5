import type { Effect } from '../../sql/effect.ts'
import { passOwner } from '../../sql/effects/hub/seats.ts'
import { deleteTakeovers } from '../../sql/effects/hub/hubs.ts'
import type { Owner } from '../../sql/facts/hub/takeovers.ts'
import { type NoticeOf, notice } from '../notices.ts'
import type { Tell } from '../runtime/actor.ts'
import type { Hub } from './state.ts'

/** One owner after others. */
interface Succession {
  readonly from: readonly Owner[]
  readonly to: string
}

/**
 * Makes the new owner owner and the former ones helpers, which ends any request to take the hub over. The new owner's
 * seat counts as given by a former owner, since a seat given by its own holder is a guest's.
 */
export function passOwnership({ id: hub_id }: Hub, { from, to }: Succession, by_id: string, at: string): Effect[] {
  const former = from.map(({ id }) => id)
  return [
    passOwner({ scope_id: hub_id, to, given_by: former[0] ?? by_id, former, by_id, at }),
    deleteTakeovers({ hub_id }),
  ]
}

/** Notifies everyone whose role changed. */
export const tellRoles = (
  { id: hub_id }: Hub,
  { from, to }: Succession,
  by: Pick<NoticeOf<'role'>, 'from_id' | 'from_kind'>,
): Tell[] => [
  notice(to, { kind: 'role', ...by, hub_id, reason: 'owner' }),
  ...from.map(({ id }) => notice(id, { kind: 'role', ...by, hub_id, reason: 'helper' })),
]
