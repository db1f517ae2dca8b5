import { insertInto } from '../../effect.ts'

interface GuestNameRow {
  readonly scope_id: string
  /** normalised, see src/text/names/names.ts */
  readonly name_key: string
  readonly participant_id: string
  /** ISO 8601 */
  readonly at: string
}

/** The name that a guest holds in a thread, pad or hub. It outlives the seat, since posts under it remain. */
export const holdNames = insertInto<GuestNameRow>('guest_name', { on_conflict: 'nothing' })
