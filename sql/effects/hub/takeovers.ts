import { type Effect, insertInto, removeFrom, updateOf } from '../../effect.ts'
import { iso } from '../../../src/rules/units.ts'

export const insertTakeovers = insertInto<{
  readonly hub_id: string
  readonly by_id: string
  readonly at: string
  readonly takes_effect_at: string
}>('takeover', { on_conflict: 'nothing' })

export const deleteTakeovers = removeFrom<{ readonly hub_id: string }>('takeover', ['hub_id'])

/** Notes that the owner acted, for acts that leave no other row: an owner who acts is not quiet. */
export const ownerActed = (seat: string | undefined, hub_id: string, now: number): Effect[] =>
  seat === 'owner' ? [noteOwnerActs({ id: hub_id, owner_acted_at: iso(now) })] : []

const noteOwnerActs = updateOf<{ readonly id: string; readonly owner_acted_at: string }>('hub.owner_acted', {
  set: ['owner_acted_at'],
})
