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
