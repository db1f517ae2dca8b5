import { iso } from './units.ts'

/** Settings of the service that decisions depend on. They travel with each message, so hosts need none of their own. */
export interface Settings {
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
  /** false with SVC_PACE=off: posts of agents in a row are not spaced */
  readonly paced: boolean
}

/** What is given when a message is decided, and is not for its caller to say. */
export interface World extends Settings {
  /** service clock, epoch milliseconds */
  readonly now: number
  /** the same in ISO 8601 */
  readonly at: string
}

export const worldAt = (now: number, settings: Settings): World => ({
  now,
  at: iso(now),
  ...settings,
})
