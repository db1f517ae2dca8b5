import type { Append } from './ledger.ts'

/** What the parent tells a front-end process. */
export type Order =
  | { readonly order: 'begin'; readonly concurrency: number; readonly waits: number }
  /** these with these keys, at once */
  | { readonly order: 'same'; readonly writes: readonly (Write & { readonly key: string })[] }
  | { readonly order: 'one'; readonly write: Write }
  /** the clock of its machine jumps: it is so far ahead from now on, in milliseconds */
  | ClockJump
  /** no new ones; says `idle` when all have an answer */
  | { readonly order: 'end' }

export interface ClockJump {
  readonly order: 'clock'
  readonly ahead: number
}

export interface Write extends Append {
  readonly ledger: string
  readonly key?: string
}

/** What became of a write, as its caller heard it. */
export interface Heard {
  readonly ledger: string
  readonly entry: string
  readonly key?: string
  /** of an answer */
  readonly seq?: number
  /** milliseconds until the answer */
  readonly took?: number
  readonly replayed?: boolean
  /** of a refusal: its code and reason */
  readonly refused?: string
  /** the refusal says that nobody knows */
  readonly unknown?: boolean
}

export type News =
  /** a host's id, a front-end's name */
  | { readonly ready: string }
  | { readonly heard: readonly Heard[] }
  /** waits that ended, and those that slept through a change */
  | { readonly waits: { readonly woken: number; readonly quiet: number; readonly missed: number } }
  | { readonly idle: true }

export const ledgers = 48
export const ledgerName = (n: number): string => `ledger ${n}`
