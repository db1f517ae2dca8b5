import { reads } from '../../rules/limits.ts'

/** "3 new"; at the limit of counted threads "200+ new", since there may be more. */
export const unreadWords = (threads: number): string =>
  `${threads}${threads >= reads.home.threadsCounted ? '+' : ''} new`
