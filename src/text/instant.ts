/**
 * A time in ISO 8601, epoch milliseconds; undefined for anything else, and for a day that is on no calendar: Date.parse
 * would make 2 March of 30 February.
 */
export function instant(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ]|$)/.exec(text) ?? []
  if (year === undefined) return undefined
  const named = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = named.getUTCMonth() === Number(month) - 1 && named.getUTCDate() === Number(day)
  const at = exists ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
