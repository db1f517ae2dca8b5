import nodemailer from 'nodemailer'
import type { Letter } from '../../sql/outside_actors/records/mail.ts'
import type { Log } from '../log.ts'
import { busy } from '../rules/errors.ts'
import { mail as most, retrySeconds } from '../rules/limits.ts'
import { seconds } from '../rules/units.ts'

export interface Delivery {
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
  const sending: Sending = {
    transport: transportTo(url, from),
    log,
    again,
    waiting: openWaiting(),
    later: new Map(),
    delivered: 0,
    given_up: 0,
    closing: false,
  }
  const { waiting } = sending
  return {
    async send(letter) {
      if (waiting.count() >= most.waiting) throw tooMuchWaits()
      waiting.add(letter)
      void attempt(sending, letter, 1)
    },
    metrics: () => ({ delivered: sending.delivered, given_up: sending.given_up, waiting: waiting.count() }),
    close: () => close(sending),
  }
}

interface Sending extends Pick<Required<Options>, 'log' | 'again'> {
  readonly transport: ReturnType<typeof transportTo>
  readonly waiting: ReturnType<typeof openWaiting>
  /** letters that were not taken, with the timer of their next attempt */
  readonly later: Map<Letter, NodeJS.Timeout>
  delivered: number
  given_up: number
  closing: boolean
}

async function attempt(sending: Sending, letter: Letter, tries: number): Promise<void> {
  const { transport, waiting, again, log } = sending
  try {
    const { to, subject, text } = letter
    await transport.sendMail({ to: { name: '', address: to }, subject, text })
    sending.delivered += 1
    waiting.done(letter)
  } catch (error) {
    const wait = again[tries - 1]
    const isFinal = sending.closing || wait === undefined || refusesForGood(error as SmtpError)
    log.warn({ tries, ...shown(error as SmtpError), given_up: isFinal }, 'a mail was not taken')
    if (isFinal) return giveUp(sending, letter)
    tryAgain(sending, letter, tries + 1, wait)
  }
}

function tryAgain(sending: Sending, letter: Letter, tries: number, wait: number): void {
  const next = () => {
    sending.later.delete(letter)
    void attempt(sending, letter, tries)
  }
  sending.later.set(letter, setTimeout(next, wait).unref())
}

function giveUp(sending: Sending, letter: Letter): void {
  sending.given_up += 1
  sending.waiting.done(letter)
}

async function close(sending: Sending): Promise<void> {
  const { transport, waiting, later, log } = sending
  sending.closing = true
  const before = sending.given_up
  for (const timer of later.values()) clearTimeout(timer)
  for (const letter of later.keys()) giveUp(sending, letter)
  later.clear()
  await Promise.race([waiting.empty(), late()])
  transport.close()
  const lost = sending.given_up - before + waiting.count()
  if (lost > 0) log.error({ letters: lost }, 'mail that was not delivered yet ended with this process')
}

/** The letters that wait to be delivered; `empty` resolves once none is left, for a process that ends. */
function openWaiting() {
  const letters = new Set<Letter>()
  let onEmpty: (() => void) | undefined
  return {
    add: (letter: Letter) => void letters.add(letter),
    count: () => letters.size,
    done(letter: Letter): void {
      letters.delete(letter)
      if (letters.size === 0) onEmpty?.()
    },
    empty: () =>
      new Promise<void>((resolve) => {
        onEmpty = resolve
        if (letters.size === 0) resolve()
      }),
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

const late = () => new Promise<void>((resolve) => void setTimeout(resolve, closingPatience).unref())

const patience = { connectionTimeout: seconds(10), greetingTimeout: seconds(10), socketTimeout: seconds(30) }
const closingPatience = seconds(2)
