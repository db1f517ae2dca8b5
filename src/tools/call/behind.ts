import { behind } from '../../rules/limits.ts'
import { busy, type Refusal } from '../../rules/errors.ts'
import { asSeconds } from '../../rules/units.ts'

/** How far this process is behind with its work; what is new waits outside then. */
export interface Behind {
  /** `busy` where it is so far behind that this kind of call is not begun. */
  refusal(kind: 'read' | 'write'): Refusal | undefined
  metrics(): Record<'turns_late_ms' | 'database_wait_ms' | 'reads_refused' | 'writes_refused', number>
  close(): void
}

interface Measured {
  /** milliseconds of this process */
  readonly now?: () => number
  /** asks the database for as good as nothing, over the connections that reads share */
  readonly database: () => PromiseLike<unknown>
}

/**
 * Looks twice a second by how much its own turn came late, and how long a query waits that asks for nothing. Writes are
 * refused first: a reader who is kept waiting cannot even learn why.
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
    // one that fails is no wait: a database that is away is told by those who ask it
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
  /** A query that waits has not been measured yet. */
  const wait = (): number => (asking === undefined ? waited : Math.max(waited, now() - asking))

  return {
    refusal(kind) {
      const limit = kind === 'read' ? 'reads' : 'writes'
      const most = Math.max(late - behind.turns[limit], wait() - behind.database[limit])
      if (most <= 0) return undefined
      refused[kind]++
      return busy('in_flight', 'The service is crowded; nothing was begun. Try again in a moment.', {
        retry_after_seconds: Math.min(30, Math.max(1, asSeconds(most))),
      })
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
