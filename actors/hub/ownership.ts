import type { Effect } from '../../sql/effect.ts'
import { setRoles } from '../../sql/effects/hub/seats.ts'
import { deleteTakeovers } from '../../sql/effects/hub/takeovers.ts'
import type { Owner } from '../../sql/facts/hub/takeovers.ts'
import { type NoticeOf, notice } from '../notices.ts'
import type { Tell } from '../runtime/actor.ts'
import type { Hub } from './state.ts'

/** One owner after others. */
export interface Succession {
  readonly from: readonly Owner[]
  readonly to: string
}

/**
 * Makes the new owner owner and the former ones helpers, which ends any request to take the hub over. The new owner's
 * seat counts as given by a former owner, since a seat given by its own holder is a guest's.
 */
export function passOwnership({ id: hub_id }: Hub, { from, to }: Succession, by_id: string, at: string): Effect[] {
  const seat = { scope_id: hub_id, at }
  return [
    ...from.map(({ id }) => setRoles({ ...seat, participant_id: id, role: 'helper', given_by: by_id })),
    setRoles({ ...seat, participant_id: to, role: 'owner', given_by: from[0]?.id ?? by_id }),
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
