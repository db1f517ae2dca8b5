import { Cron } from 'croner'
import type { Sql } from '../../sql/client.ts'
import type { Clock } from '../clock.ts'
import { prune } from './pruning.ts'
import type { RoleParts } from './role.ts'

/** Fires what is due, once a minute. Two clocks are harmless: the work is done by one at a time. */
export function keepTime(
  { log, closing }: Pick<RoleParts, 'log' | 'closing'>,
  { sql, clock }: { sql: Sql; clock: Clock },
): void {
  let running: Promise<void> | undefined
  const work = async (): Promise<void> => {
    try {
      log.debug(await prune({ sql, clock }), 'pruned')
    } catch (error) {
      log.warn({ err: error }, 'what is due was not done; the next minute tries again')
    }
  }
  const job = new Cron('0 * * * * *', { protect: true }, () => (running = work()))
  closing.add('clock', async () => {
    job.stop()
    await running
  })
}
