import { presentAs } from '../records/present.ts'
import { invalid, type Refusal } from '../rules/errors.ts'
import { isStorable } from '../text/instant.ts'

/** A position in a list ordered by newest change; opaque to clients. */
export interface ListPosition {
  readonly updated: Date
  readonly id: string
  /** set while the position is among the pinned rows, which come first */
  readonly pinned?: boolean
}

export const cursorOf = ({ updated, id, pinned }: ListPosition): string =>
  Buffer.from(`${updated.getTime().toString(36)} ${id}${pinned ? ' pinned' : ''}`).toString('base64url')

export const badCursor = (): Refusal =>
  invalid('cursor', 'That cursor is not one of ours. Send next_cursor as it came, or leave cursor out.')

export function placeOf(cursor: string): ListPosition {
  const [time = '', id = '', lot] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const updated = new Date(Number.parseInt(time, 36))
  if (!isStorable(updated.getTime()) || !/^[a-z]+_[0-9a-z]+$/.test(id)) {
    throw badCursor()
  }
  return presentAs({ updated, id, pinned: lot === 'pinned' ? true : undefined })
}
