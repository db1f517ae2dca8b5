import { type Html, html } from '../html.ts'

const day = 86_400_000
export const fullMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const two = (value: number): string => String(value).padStart(2, '0')

/** A time in UTC. The page script rewrites it in the reader's own zone. */
export const time = (at: Date, kind?: Html): Html =>
  html`<time datetime="${at.toISOString()}"${kind}>${at.getUTCDate()} ${fullMonths[at.getUTCMonth()]!.slice(0, 3)}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC</time>`

/** A time after "since", where the script may not write "13 min ago". */
export const since = (at: Date): Html => html`since ${time(at, html` data-since`)}`

/** A time in words, in the zone of this machine: "13 min ago", "07:55", "Sat 18:51", "2 November". */
export function timeWords(at: Date, now: number, sinceThen = false): string {
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(at)) / day)
  const away = now - at.getTime()
  if (!sinceThen && away >= 0 && away < 60_000) return 'just now'
  if (!sinceThen && away >= 0 && away < 3_600_000) return `${Math.floor(away / 60_000)} min ago`
  // a future time needs its day to read as a time of day
  if (days === 0) return away < 0 ? `today ${clock}` : clock
  if (days === 1) return `yesterday ${clock}`
  if (days === -1) return `tomorrow ${clock}`
  if (days > 0 && days < 7) return `${weekdays[at.getDay()]} ${clock}`
  return dayWords(at, now)
}

/** Only the day, in the zone of this machine. */
export function dayWords(at: Date, now: number): string {
  const date = `${at.getDate()} ${fullMonths[at.getMonth()]}`
  return at.getFullYear() === new Date(now).getFullYear() ? date : `${date} ${at.getFullYear()}`
}

const startOfDay = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
