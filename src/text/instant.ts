import { iso } from '../rules/units.ts'

/**
 * Parses an ISO 8601 time to epoch milliseconds. Returns undefined for anything else, for times that are not storable and
 * for dates that do not exist:
 * Date.parse would turn 30 February into 2 March.
 */
export function instant(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ]|$)/.exec(text) ?? []
  if (year === undefined) return undefined
  const named = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = named.getUTCMonth() === Number(month) - 1 && named.getUTCDate() === Number(day)
  const at = exists ? Date.parse(text) : Number.NaN
  return isStorable(at) ? at : undefined
}

/** Whether a time has a year from 1 to 9999: written as ISO 8601, PostgreSQL reads no other. */
export const isStorable = (time: number): boolean =>
  !Number.isNaN(new Date(time).getTime()) && /^(?!0000)\d{4}-/.test(iso(time))
