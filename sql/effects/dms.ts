import type { DmState } from '../reads/dm/dm_states.ts'
import type { Stored } from '../stored.ts'
import { insertInto, updateOf } from '../effect.ts'

export const insertDms = insertInto<Stored<DmState> & { readonly created_at: string }>('dm')

export const advanceDms = updateOf<Stored<DmState>>('dm.advance', {
  set: [
    'status',
    'asked_by',
    'requested_at',
    'answered_at',
    'blocked_by',
    'blocked_both',
    'was_open',
    'version',
    'last_seq',
    'updated_at',
  ],
})
