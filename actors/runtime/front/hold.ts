import type { Wake } from '../actor.ts'

/** What a wait needs of an AbortSignal. Thousands wait at once, and a real one holds a kilobyte for each. */
export interface Leaving {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void
}

/** Waits that end before their time: those of a credential, or of one call that was made with it. */
export interface EndedEarly {
  readonly credential_id: string
  readonly request?: string | number | undefined
}

/** What one caller waits for. */
export interface Hold<News> {
  /** who waits; at most four at once over all instances */
  readonly participant: string
  /** who reads, when not the participant */
  readonly reader?: string
  /** id of the actor whose changes end the wait */
  readonly actor: string
  /** other actors whose changes end it too; such a wait has no render key */
  readonly also?: readonly string[]
  readonly milliseconds: number
  /** aborts when the client disconnects */
  readonly signal?: Leaving
  /** whose call it is, and the name that its client gave it: see `EndedEarly` */
  readonly credential_id?: string
  readonly request?: string | number | undefined
  /**
   * Returns what is new, or undefined. Called after the wait is registered, so that no change is missed in between, and
   * after each change that may matter. `readers` are all who get this answer; `heard` is the actor's newest known
   * version.
   */
  readonly check: (readers: readonly string[], heard: Wake | undefined) => Promise<News | undefined>
  /** Returns whether this version of `actor` can hold something new; when absent every change is checked. */
  readonly isNewer?: (wake: Wake) => boolean
  /**
   * Waits on one actor with the same render key get the same answer: one of them checks, and all get its News object.
   */
  readonly renderKey?: string
}
