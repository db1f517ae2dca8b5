import { invalid, type Refusal } from '../rules/errors.ts'
import { isStorable } from '../text/instant.ts'

/** Cursors are opaque to clients: text in base64url. */
export const opaque = (text: string): string => Buffer.from(text).toString('base64url')

export const badCursor = (): Refusal =>
  invalid('cursor', 'That cursor is not one of ours. Send next_cursor as it came, or leave cursor out.')

/** Returns what the groups of `form` match in a cursor. Throws `cursor` for one that was not issued here. */
export function groupsIn(cursor: string, form: RegExp): readonly (string | undefined)[] {
  const found = form.exec(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!found) throw badCursor()
  return found.slice(1)
}

/** Returns a time that a cursor holds, in this base. */
export function timeIn(text = '', base: 10 | 36 = 36): Date {
  const time = Number.parseInt(text, base)
  if (!isStorable(time)) throw badCursor()
  return new Date(time)
}

/** A position in a list ordered by newest change. */
interface ListPosition {
  readonly updated: Date
  readonly id: string
}

/** As it stands in a cursor; `timeIn` reads the time. */
export const written = ({ updated, id }: ListPosition): string => `${updated.getTime().toString(36)} ${id}`

export const cursorOf = (position: ListPosition): string => opaque(written(position))

/** Undefined without a cursor: the list begins. */
export function placeOf(cursor: string | undefined): ListPosition | undefined {
  if (cursor === undefined) return undefined
  const [time, id = ''] = groupsIn(cursor, /^(-?[0-9a-z]+) ([a-z]+_[0-9a-z]+)$/)
  return { updated: timeIn(time), id }
}

/** Of rows read with one more than the page holds: the page, and its cursor where that further row shows that another follows. */
export function onePage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly shown: readonly Row[]; readonly next_cursor: string | undefined } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : undefined }
}
