import { busy } from '../../rules/errors.ts'
import { inFlight, searching } from '../../rules/limits.ts'

/** Does the work once fewer than so many of the same subject are under way. */
export interface InTurn {
  <Done>(subject: string, work: () => Promise<Done>): Promise<Done>
  metrics(): Record<'waiting_level' | 'refused', number>
}

export interface TurnLimits {
  readonly atOnce: number
  /** a further one waits so long for its turn */
  readonly patience: number
  /** and so many of a subject at most; missing: however many there are */
  readonly waiting?: number
}

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * One participant's writes go to their actors two at a time, however many are sent together: an actor's thread takes its
 * messages as they come, and a crowd of dear ones would let everybody else's wait behind it.
 */
export const openWritesInTurn = (limits: TurnLimits = inFlight): InTurn =>
  openInTurn(limits, 'Your other writes are still under way; nothing was begun. Send fewer at a time.')

/** Searches have few connections to the database: one participant, or one network signed out, has one of them at a time. */
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
      // the place goes to whoever waits longest
      const next = turns.waiting.shift()
      if (next) next()
      else if (--turns.running === 0) bySubject.delete(subject)
    }
  }
  return Object.assign(inTurn, { metrics: () => ({ ...counts }) })
}
