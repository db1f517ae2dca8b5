import { busy } from '../../rules/errors.ts'
import { inFlight } from '../../rules/limits.ts'

/** Does the work once fewer than so many of the same subject are under way. */
export type InTurn = <Done>(subject: string, work: () => Promise<Done>) => Promise<Done>

interface Turns {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * One participant's writes go to their actors two at a time, however many are sent together: an actor's thread takes its
 * messages as they come, and a crowd of dear ones would let everybody else's wait behind it.
 */
export function openInTurn({ atOnce, patience }: Readonly<Record<keyof typeof inFlight, number>> = inFlight): InTurn {
  const bySubject = new Map<string, Turns>()

  function turn({ waiting }: Turns): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(late)
        resolve()
      }
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1)
        reject(
          busy('in_flight', 'Your other writes are still under way; nothing was begun. Send fewer at a time.', {
            retry_after_seconds: 1,
          }),
        )
      }, patience)
      waiting.push(next)
    })
  }

  return async (subject, work) => {
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
}
