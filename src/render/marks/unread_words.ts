import { reads } from '../../rules/limits.ts'

/** "3 new"; where only the newest threads are counted and all of them are new there may be more. */
export const unreadWords = (threads: number): string =>
  `${threads}${threads >= reads.home.threadsCounted ? '+' : ''} new`
