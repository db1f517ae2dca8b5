import { keepMail, type Letter } from '../../sql/outside_actors/records/mail.ts'
import type { Sql } from '../../sql/client.ts'
import type { Clock } from '../clock.ts'
import { mail as most } from '../rules/limits.ts'

/**
 * Used when no mail server is configured: letters go into a table, and the oldest are deleted to make room. What people
 * are told then: `src/render/words/mail_kept_locally.ts`.
 */
export const keptLocally = (sql: Sql, clock: Clock) => ({
  send: (letter: Letter): Promise<void> => keepMail(sql, letter, clock.now(), most.kept),
  metrics: () => ({ delivered: 0, given_up: 0, waiting: 0 }),
  close: async (): Promise<void> => {},
})
