import { busy } from '../../rules/errors.ts'
import { inFlight, searching } from '../../rules/limits.ts'

/** Runs `work` once fewer than `atOnce` works of the same subject are running, in the order of arrival. */
export interface InTurn {
  <Done>(subject: string, work: () => Promise<Done>): Promise<Done>
  metrics(): Record<'waiting_level' | 'refused', number>
}

export interface TurnLimits {
  readonly atOnce: number
  /** milliseconds a further work waits for its turn; then it is refused */
  readonly patience: number
  /** works of a subject that may wait at once; absent means any number */
  readonly waiting?: number
}

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Sends at most two writes of one participant to actors at a time: an actor handles messages in order, and a burst of
 * expensive ones would hold up every other participant.
 */
export const openWritesInTurn = (limits: TurnLimits = inFlight): InTurn =>
  openInTurn(limits, 'Your other writes are still under way; nothing was begun. Send fewer at a time.')

/** Searches have few database connections: one at a time for each participant, or for each network signed out. */
export const openSearchesInTurn = (limits: TurnLimits = searching): InTurn =>
  openInTurn(limits, 'Your other searches are still under way; this one was not begun. Search one by one.')

function openInTurn({ atOnce, patience, waiting: most = Number.POSITIVE_INFINITY }: TurnLimits, why: string): InTurn {
  const bySubject = new Map<string, Turns>()
  const counts = { waiting_level: 0, refused: 0 }

  function refusal() {
    counts.refused++
    return busy('in_flight', why, { retry_after_seconds: 1 })
  }

  function turn({ waiting }: Turns): Promise<void> {
    if (waiting.length >= most) return Promise.reject(refusal())
    counts.waiting_level++
    return new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(late)
        counts.waiting_level--
        resolve()
      }
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1)
        counts.waiting_level--
        reject(refusal())
      }, patience)
      waiting.push(next)
    })
  }

  async function inTurn<Done>(subject: string, work: () => Promise<Done>): Promise<Done> {
    const turns = bySubject.get(subject) ?? { running: 0, waiting: [] }
    bySubject.set(subject, turns)
    if (turns.running >= atOnce) await turn(turns)
    else turns.running++
    try {
      return await work()
    } finally {
      // the turn passes to the longest waiting work
      const next = turns.waiting.shift()
      if (next) next()
      else if (--turns.running === 0) bySubject.delete(subject)
    }
  }
  return Object.assign(inTurn, { metrics: () => ({ ...counts }) })
}
