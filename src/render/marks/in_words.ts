import { type Html, html, type HtmlInserted } from '../html.ts'

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** "one thing", "six things", "31 things". */
export const numberWords = (n: number, thing: string): string => `${small[n] ?? n} ${n === 1 ? thing : `${thing}s`}`

/** "1 thing", "31 things". */
export const counted = (n: number, thing: string, many = `${thing}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? thing : many}`

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "once", "twice", "3 times". */
export const timesWords = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

/** "a, b and c". */
export const listed = (parts: readonly HtmlInserted[]): readonly Html[] =>
  parts.map((part, at) => html`${at > 0 && (at === parts.length - 1 ? ' and ' : ', ')}${part}`)

/** Joins the parts on one line with dots between them. */
export const dotted = (parts: readonly HtmlInserted[]): Html[] =>
  parts.filter((part) => part !== undefined && part !== false).map((part, at) => html`${at > 0 && ' · '}${part}`)

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
