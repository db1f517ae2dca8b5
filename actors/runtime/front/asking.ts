import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Clock } from '../../../src/clock.ts'
import type { Tracing } from '../../../src/tracing.ts'
import { mintAttempt } from '../../../src/rules/ids.ts'
import type { Settings } from '../../../src/rules/world.ts'
import type { Log } from '../log.ts'
import { attemptLives } from '../numbers.ts'
import type { Answered, Ask, AskOptions } from '../wire/ask.ts'
import { type Envelope, markedResent, sealEnvelope } from '../wire/envelope.ts'
import { shardOf } from '../wire/mailbox.ts'
import { type Send, wasNotTaken } from '../wire/send.ts'
import { type Admitting, admit, mailboxFull, mailboxShut, tooManyInFlight } from './admission.ts'
import type { Attempt, Attempts } from './attempts.ts'
import type { RepliesAfterNotices } from './reply_after_notices.ts'

interface Parts {
  readonly redis: Redis
  readonly send: Send
  readonly attempts: Attempts
  readonly replies: RepliesAfterNotices
  readonly admitting: Admitting
  readonly clock: Clock
  readonly settings: Settings
  readonly tracing?: Tracing | undefined
  readonly log: Log
  /** id of this process, to whose channel replies go */
  readonly instance: string
  /** true once no write is accepted */
  readonly draining: () => boolean
}

export interface Asking {
  readonly ask: Ask
  /** counters since start */
  readonly counts: { readonly writes: number; readonly notAdmitted: number }
}

/** Sends admitted messages to actors and waits for their results. */
export function openAsking(parts: Parts): Asking {
  const { redis, attempts, replies, admitting } = parts
  const counts = { writes: 0, notAdmitted: 0 }

  const ask: Ask = (actor, id, operation, args, options = {}) => {
    const { tracing } = parts
    const message = { actor: actor.name, operation, args }
    if (tracing === undefined) return sendAndWait(id, message, options)
    return tracing.during(`ask ${actor.name}.${operation}`, { 'svc.shard': shardOf(id) }, ({ at }) =>
      sendAndWait(id, message, options, at),
    )
  }

  function sendAndWait<Reply>(
    id: string,
    message: Pick<Envelope, 'actor' | 'operation' | 'args'>,
    options: AskOptions,
    trace?: string,
  ): Promise<Answered<Reply>> {
    const shard = shardOf(id)
    const refusal = parts.draining() || redis.status !== 'ready' ? tooManyInFlight(1) : admit(shard, admitting)
    if (refusal) {
      counts.notAdmitted++
      return Promise.reject(refusal)
    }
    counts.writes++
    return new Promise((resolve, reject) => {
      const attempt: Attempt = {
        id: mintAttempt(),
        shard,
        to: id,
        startedAt: performance.now(),
        askedAt: 0,
        resolve: (answered) => replies.after(attempt.id, () => resolve(answered)),
        reject,
      }
      attempts.add(attempt)
      const envelope = envelopeOf(parts, attempt, { ...message, ...(trace !== undefined && { trace }) }, options)
      void post(parts, attempt, sealEnvelope(envelope))
    })
  }

  return { ask, counts }
}

/** Sends until Redis acknowledges the message, the attempt is closed, or it is older than attemptLives. */
async function post({ send, attempts, admitting, log }: Parts, attempt: Attempt, body: string): Promise<void> {
  let uncertain = false
  while (attempts.open.has(attempt.id)) {
    try {
      const taken = await send(attempt.shard, uncertain ? markedResent(body) : body)
      // an earlier sending without an answer may be in the mailbox: the sweep finds its result
      if (!taken && !uncertain) attempts.refuse(attempt, mailboxFull(attempt.shard, admitting))
      return
    } catch (error) {
      if (!uncertain) log.warn({ err: error, attempt: attempt.id }, 'a message was sent and not acknowledged')
      if (!uncertain && wasNotTaken(error)) return attempts.refuse(attempt, mailboxShut(error))
      uncertain = true
      if (performance.now() - attempt.startedAt > attemptLives) return
      await pause(100)
    }
  }
}

const envelopeOf = (
  { clock, settings, instance }: Pick<Parts, 'clock' | 'settings' | 'instance'>,
  { id, to }: Attempt,
  message: Pick<Envelope, 'actor' | 'operation' | 'args' | 'trace'>,
  { idempotency, held }: AskOptions,
): Envelope => ({
  id,
  to,
  ...message,
  settings,
  ttl: attemptLives,
  reply: instance,
  ...(idempotency && { key: idempotency.key, hash: idempotency.hash }),
  ...(held && { held }),
  ...(clock.ahead > 0 && { ahead: clock.ahead }),
})
