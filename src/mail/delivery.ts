import { setTimeout as pause } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import type { Letter } from '../../sql/outside_actors/records/mail.ts'
import { inTime } from '../in_time.ts'
import type { Log } from '../log.ts'
import { busy } from '../rules/errors.ts'
import { mail as most, retrySeconds } from '../rules/limits.ts'
import { seconds } from '../rules/units.ts'

interface Delivery {
  send(letter: Letter): Promise<void>
  metrics(): Readonly<Record<'delivered' | 'given_up' | 'waiting', number>>
  /** Waits up to two seconds for letters under way, then logs how many were lost. */
  close(): Promise<void>
}

interface Options {
  /** smtp:// or smtps://, with user and password where the server wants them */
  readonly url: string
  readonly from: string
  readonly log: Log
  /** milliseconds before each retry */
  readonly again?: readonly number[]
}

/**
 * Sends letters through an SMTP server, outside the request that wrote them: the server's response time must reveal
 * nothing about an address, and a short outage must not lose a code. A letter waits in memory only, because it holds a
 * secret that is stored nowhere else except as a hash. It can be lost with the process, or when the server refuses it
 * for good: that is logged and counted, and the recipient has to ask again.
 */
export function openDelivery({ url, from, log, again = most.again }: Options): Delivery {
  const transport = transportTo(url, from)
  const closing = new AbortController()
  const counts = { delivered: 0, given_up: 0 }
  /** one for each letter that waits */
  const underWay = new Set<Promise<void>>()

  async function deliver({ to, subject, text }: Letter): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await transport.sendMail({ to: { name: '', address: to }, subject, text })
        counts.delivered += 1
        return
      } catch (error) {
        const wait = again[tries - 1]
        const isFinal = closing.signal.aborted || wait === undefined || refusesForGood(error as SmtpError)
        log.warn({ tries, ...shown(error as SmtpError), given_up: isFinal }, 'a mail was not taken')
        if (!isFinal) await pause(wait, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
        if (isFinal || closing.signal.aborted) return void (counts.given_up += 1)
      }
    }
  }

  return {
    async send(letter) {
      if (underWay.size >= most.waiting) throw tooMuchWaits()
      const delivery = deliver(letter).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    metrics: () => ({ ...counts, waiting: underWay.size }),
    async close() {
      const before = counts.given_up
      closing.abort()
      await inTime(Promise.all(underWay), closingPatience)
      transport.close()
      const lost = counts.given_up - before + underWay.size
      if (lost > 0) log.error({ letters: lost }, 'mail that was not delivered yet ended with this process')
    },
  }
}

const transportTo = (url: string, from: string) =>
  nodemailer.createTransport(
    { url, pool: true, ...patience, disableFileAccess: true, disableUrlAccess: true },
    // suppresses out-of-office replies
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )

interface SmtpError {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
}

const refusesForGood = ({ responseCode }: SmtpError): boolean => responseCode !== undefined && responseCode >= 500

/** The error contains the address and the server's answer about it: neither may be logged. */
const shown = ({ code, command, responseCode }: SmtpError) => ({ code, command, responseCode })

const tooMuchWaits = () =>
  busy('in_flight', 'Too much mail waits for the mail server. Nothing was sent; try again in a while.', {
    retry_after_seconds: retrySeconds.busy.most,
  })

const patience = { connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(30) }
const closingPatience = seconds(2)
