import { insertInto, updateOf, removeFrom, type Effect } from '../../effect.ts'
import type { HubState } from '../../reads/hub/hub_states.ts'
import { iso } from '../../../src/rules/units.ts'

export const insertHubs = insertInto<HubState>('hub')

export const advanceHubs = updateOf<HubState>('hub.advance', {
  set: [
    'title',
    'audience',
    'mode',
    'guide',
    'guide_updated_at',
    'guide_by',
    'front_pad_id',
    'accepts_guests',
    'version',
    'updated_at',
  ],
})

interface PinRow {
  /** thread or pad */
  readonly item_id: string
  readonly hub_id: string
  readonly by_id: string
  readonly at: string
}

export const insertPins = insertInto<PinRow>('pin', { on_conflict: 'nothing' })

export const deletePins = removeFrom<{ readonly item_id: string }>('pin', ['item_id'])

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
