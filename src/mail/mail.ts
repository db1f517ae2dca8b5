import type { Letter } from '../../sql/outside_actors/records/mail.ts'
import type { Sql } from '../../sql/client.ts'
import { type KeptLetter, keptMail } from '../../sql/reads/mail.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { openDelivery } from './delivery.ts'
import { keptLocally } from './kept_locally.ts'

export type { KeptLetter, Letter }

/** The only way in which mail leaves. */
export interface Mail {
  /** false: letters are kept locally and sent to no one */
  readonly connected: boolean
  /** Accepts a letter for delivery, or keeps it; does not wait for the mail server. */
  send(letter: Letter): Promise<void>
  /** kept letters, newest first */
  kept(): Promise<readonly KeptLetter[]>
  metrics(): Readonly<Record<'delivered' | 'given_up' | 'waiting', number>>
  close(): Promise<void>
}

interface Parts {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Log
}

export function openMail({ config: { smtpUrl, mailFrom, production }, sql, clock, log }: Parts): Mail {
  const kept = () => keptMail(sql)
  if (smtpUrl !== undefined) {
    const delivery = openDelivery({ url: smtpUrl, from: mailFrom, log })
    return { connected: true, ...delivery, kept }
  }
  if (production) log.warn({}, 'SMTP_URL is not set: mail is kept in the table kept_mail and reaches nobody')
  return { connected: false, ...keptLocally(sql, clock), kept }
}
