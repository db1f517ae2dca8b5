import type { Log } from '../../log.ts'

/**
 * Runs the steps after a decision that stands: a pool is refunded, caches are told, the answer is completed. A failure
 * is logged and the answer goes out without them: as an error it would claim that nothing was changed, or hide the
 * reason of a refusal.
 */
export const afterwards = <T>(log: Log, doing: Promise<T>): Promise<T | undefined> =>
  doing.catch((error: unknown) => {
    log.warn({ err: error }, 'what follows a call failed')
    return undefined
  })
