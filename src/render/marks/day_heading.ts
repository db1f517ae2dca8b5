import { fullMonths } from './time.ts'

const day = 86_400_000
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A day as a heading, in UTC: "Today", "Yesterday", "Friday", "2 November". */
export function dayHeading(at: Date, now: number): string {
  const ago = Math.floor(now / day) - Math.floor(at.getTime() / day)
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  if (ago > 1 && ago < 7) return weekdays[at.getUTCDay()]!
  return `${at.getUTCDate()} ${fullMonths[at.getUTCMonth()]!}`
}
