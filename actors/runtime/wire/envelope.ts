import type { RefusalBody } from '../../../src/rules/errors.ts'

export const envelopeVersion = 1

/** A message as it lies in a mailbox: JSON in the field `m` of a stream entry. Times are milliseconds. */
export interface Envelope {
  readonly v: number
  /** attempt id: uuidv7 of a front-end, uuidv5 of what another actor told */
  readonly id: string
  /** name of the actor's kind */
  readonly actor: string
  /** id of the one actor */
  readonly to: string
  readonly operation: string
  readonly args: unknown
  /** by Redis's clock since it came in; missing: it never gets too old */
  readonly ttl?: number
  /** instance that waits for the result */
  readonly reply?: string
  /** idempotency key and the hash of what came under it */
  readonly key?: string
  readonly hash?: string
  readonly held?: RefusalBody
  /** how far the test clock stood ahead where it was sent */
  readonly ahead?: number
  /** what an actor told another: its outbox row goes with the commit */
  readonly told?: true
  /** the attempt that it was told because of, and the instance that holds its answer back until this arrived */
  readonly cause?: { readonly id: string; readonly reply: string }
  /** where in a trace it was sent, as W3C traceparent */
  readonly trace?: string
  /** it may have been sent before */
  readonly again?: true
}

/** The same message, marked as possibly sent before. */
export const sentAgain = (body: string): string => `{"again":true,${body.slice(1)}`

/** Throws where the text is no envelope of ours. */
export function openEnvelope(body: string): Envelope {
  const envelope = JSON.parse(body) as Envelope
  if (envelope.v !== envelopeVersion || typeof envelope.id !== 'string' || typeof envelope.to !== 'string')
    throw new Error('this entry is not a message of this version')
  return envelope
}
