import { insertInto } from '../table_effects.ts'

export interface GuestNameRow {
  readonly scope_id: string
  /** see text/names.ts */
  readonly name_key: string
  readonly participant_id: string
  /** ISO 8601 */
  readonly at: string
}

/** The name a guest holds in a thread, pad or hub. It stays held when the seat goes: the posts under it are still there. */
export const holdNames = insertInto<GuestNameRow>('guest_name', { where_there: 'stays' })
