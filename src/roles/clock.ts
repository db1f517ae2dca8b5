import { Cron } from 'croner'
import { openCleanup, type CleanupParts } from './scheduled_cleanup.ts'
import type { RoleParts } from './role.ts'
import { fillWordIndex } from './search_words.ts'

/** At the beginning of each minute: what is due may be an hour late at most. */
export const whenPruned = '0 * * * * *'

/** Fires due timers. Two clocks are harmless: a lock lets only one work at a time. */
export function runClock(
  { log, closing }: Pick<RoleParts, 'log' | 'closing'>,
  { sql, clock, timers, databaseClock }: CleanupParts,
): void {
  const stopping = new AbortController()
  const prune = openCleanup({ sql, clock, timers, databaseClock, stopping: stopping.signal })
  let running: Promise<void> | undefined
  const work = async (): Promise<void> => {
    try {
      log.debug(await prune(), 'pruned')
    } catch (error) {
      log.warn({ err: error }, 'what is due was not done; the next minute tries again')
    }
  }
  const job = new Cron(whenPruned, { protect: true }, () => (running = work()))
  let filling: Promise<void> | undefined
  const fill = async (): Promise<void> => {
    try {
      await fillWordIndex(sql, stopping.signal)
    } catch (error) {
      log.warn({ err: error }, 'posts wait for the word index; searches read the newest of them one by one')
    }
  }
  const index = new Cron('*/5 * * * * *', { protect: true }, () => (filling = fill()))
  closing.add('clock', async () => {
    stopping.abort()
    for (const one of [job, index]) one.stop()
    await Promise.all([running, filling])
  })
}
