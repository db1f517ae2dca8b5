import { setTimeout as pause } from 'node:timers/promises'

/** Asked between two bites: false ends the work, and the next run goes on. */
export type GoesOn = () => boolean

interface Bite {
  readonly count: number
  /** whether there may be more; absent: where the bite is full */
  readonly more?: boolean
}

/** rows deleted at once: a long statement would keep what others change meanwhile from being cleaned up */
const bite = 2_000
/** Pauses as long as it worked, so that those who are waited for have priority. */
const restFactor = 1

/** Deletes at most `most` rows at a time, until fewer are left. Returns the number deleted. */
export async function inBites(
  deleteSome: (most: number) => PromiseLike<Bite>,
  goesOn: GoesOn = () => true,
): Promise<number> {
  let gone = 0
  while (goesOn()) {
    const began = performance.now()
    const { count, more = count >= bite } = await deleteSome(bite)
    gone += count
    if (!more) break
    await pause((performance.now() - began) * restFactor, undefined, { ref: false })
  }
  return gone
}
