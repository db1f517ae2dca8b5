import type { Log } from '../../log.ts'

/**
 * Does what follows a decision that stands: a pool gets something back, caches hear of it, the answer is filled in.
 * Where that fails the answer goes without it. As an error it would say that nothing was changed, or hide why it was
 * refused.
 */
export const afterwards = <T>(log: Log, doing: Promise<T>): Promise<T | undefined> =>
  doing.catch((error: unknown) => {
    log.warn({ err: error }, 'what follows a call failed')
    return undefined
  })
