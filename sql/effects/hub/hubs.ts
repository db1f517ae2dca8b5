import { insertInto, updateOf } from '../../effect.ts'
import type { HubState } from '../../reads/hub/hub_states.ts'

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
