import { insertInto, removeFrom } from '../../effect.ts'

interface PinRow {
  /** thread or pad */
  readonly item_id: string
  readonly hub_id: string
  readonly by_id: string
  readonly at: string
}

export const insertPins = insertInto<PinRow>('pin', { on_conflict: 'nothing' })

export const deletePins = removeFrom<{ readonly item_id: string }>('pin', ['item_id'])
