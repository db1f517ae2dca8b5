import { busyFor } from '../../rules/refusals/busy.ts'
import { behind } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/errors.ts'
import { asSeconds } from '../../rules/units.ts'

/** Measures how far this process is behind with its work, and sheds new calls. */
export interface Behind {
  /** Returns `busy` when the process is too far behind to begin a call of this kind. */
  refusal(kind: 'read' | 'write'): Refusal | undefined
  metrics(): Record<'turns_late_ms' | 'database_wait_ms' | 'reads_refused' | 'writes_refused', number>
  close(): void
}

interface Measured {
  /** monotonic milliseconds of this process */
  readonly now?: () => number
  /** a trivial query, over the connections that reads share */
  readonly database: () => PromiseLike<unknown>
}

/**
 * Measures twice a second how late its own timer fires and how long a trivial query waits for a connection. Writes are
 * refused before reads: without reads a client could not even learn why.
 */
export function openBehind({ now = () => performance.now(), database }: Measured): Behind {
  let due = now() + behind.every
  let late = 0
  let asking: number | undefined
  let waited = 0
  const refused = { read: 0, write: 0 }

  const timer = setInterval(() => {
    const at = now()
    late = over(late, Math.max(0, at - due))
    due = at + behind.every
    if (asking !== undefined) return
    asking = at
    // a failed query is no wait: the calls that use the database report that it is unavailable
    const answered = (): void => {
      waited = over(waited, now() - (asking ?? now()))
      asking = undefined
    }
    void database().then(answered, () => {
      asking = undefined
      waited = 0
    })
  }, behind.every)
  timer.unref()

  const over = (before: number, measured: number): number =>
    behind.before * before + (1 - behind.before) * Math.min(measured, behind.longest)
  /** Includes the query that is still waiting. */
  const wait = (): number => (asking === undefined ? waited : Math.max(waited, now() - asking))

  return {
    refusal(kind) {
      const limit = kind === 'read' ? 'reads' : 'writes'
      const most = Math.max(late - behind.turns[limit], wait() - behind.database[limit])
      if (most <= 0) return undefined
      refused[kind]++
      return busyFor(asSeconds(most), 'in_flight', 'The service is crowded; nothing was begun. Try again in a moment.')
    },
    metrics: () => ({
      turns_late_ms: Math.round(late),
      database_wait_ms: Math.round(wait()),
      reads_refused: refused.read,
      writes_refused: refused.write,
    }),
    close: () => clearInterval(timer),
  }
}
