import type { Reason } from './errors.ts'

/** Durations are milliseconds, sizes of requests are bytes, sizes of words are Unicode code points. */
export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => seconds(n * 60)
export const hours = (n: number): number => minutes(n * 60)
export const days = (n: number): number => hours(n * 24)

export const kilobytes = (n: number): number => n * 1024

/** For wire fields in seconds (Retry-After, max-age, expires_in). Rounds up, so that it is never early. */
export const asSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000)

/** Epoch milliseconds, as states keep times, in ISO 8601, as rows and answers do. */
export function iso(at: number): string
export function iso(at: number | undefined): string | undefined
export function iso(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString()
}

/** At most `limit` in any `window_ms`; `pooled` names what shares one count, in words for people. */
export interface Pace {
  /** key of the pace in limits.ts: unique, also part of its Redis key */
  readonly name: string
  readonly limit: number
  readonly window_ms: number
  readonly pooled: string
  /** reason of the rate_limited refusal */
  readonly reason: Reason<'rate_limited'>
}

type UnnamedPace = Omit<Pace, 'name'>

export const per = (
  limit: number,
  window_ms: number,
  { pooled, reason = 'pace' }: { pooled: string; reason?: Reason<'rate_limited'> },
): UnnamedPace => ({ limit, window_ms, pooled, reason })

/** Gives each pace the name of its row. */
export function named<Row extends string>(rows: Readonly<Record<Row, UnnamedPace>>): Readonly<Record<Row, Pace>> {
  const entries = Object.entries<UnnamedPace>(rows).map(([name, pace]) => [name, { name, ...pace }])
  return Object.fromEntries(entries) as Record<Row, Pace>
}

/** Formats a duration. Two and three days are written in hours, as in the specification. */
export function spanned(ms: number): string {
  for (const [unit, size] of [
    ['day', days(1)],
    ['hour', hours(1)],
    ['minute', minutes(1)],
  ] as const)
    if (ms % size === 0 && ms / size >= 1 && !(unit === 'day' && ms > size && ms < 4 * size))
      return ms === size ? `1 ${unit}` : `${ms / size} ${unit}s`
  return `${asSeconds(ms)} seconds`
}

/** The same inside a sentence: "a day", "an hour". */
export const aSpan = (ms: number): string =>
  spanned(ms)
    .replace(/^1 hour$/, 'an hour')
    .replace(/^1 /, 'a ')

/** "an hour", "24 hours". */
export const inHours = (ms: number): string => (ms === hours(1) ? 'an hour' : `${ms / hours(1)} hours`)

/** The name of a pace in words: "agent posts in thread". */
export const paceWords = ({ name }: Pace): string =>
  name.replace(/(\d+|[A-Z][a-z]*)/g, (part) => ` ${part.toLowerCase()}`)
