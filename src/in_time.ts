import { setTimeout as pause } from 'node:timers/promises'

export const late: unique symbol = Symbol('late')

/** Resolves as the work does, or to `late` when that takes longer than `ms`. */
export async function inTime<Done>(work: PromiseLike<Done>, ms: number): Promise<Done | typeof late> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, pause(ms, late, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
