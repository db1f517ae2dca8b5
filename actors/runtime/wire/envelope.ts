import type { RefusalBody } from '../../../src/rules/errors.ts'
import type { Settings } from '../../../src/rules/world.ts'

const envelopeVersion = 1

/** A message. Times are milliseconds. */
export interface Envelope {
  /** attempt id: uuidv7 from a front-end, uuidv5 for a tell of another actor or a timer */
  readonly id: string
  /** kind of actor */
  readonly actor: string
  /** id of the actor */
  readonly to: string
  readonly operation: string
  readonly args: unknown
  /** those of the process where the message, or the one that caused it, began */
  readonly settings: Settings
  /** time to live since its arrival, by Redis's clock; absent: it never expires */
  readonly ttl?: number
  /** instance that waits for the result */
  readonly reply?: string
  /** idempotency key, and the hash of the arguments under it */
  readonly key?: string
  readonly hash?: string
  readonly held?: RefusalBody
  /** how far the sender's test clock was ahead */
  readonly ahead?: number
  /** told by another actor: its outbox row is deleted in the commit */
  readonly told?: true
  /** the attempt that caused it, and the instance that holds the attempt's reply back until this arrives */
  readonly cause?: { readonly id: string; readonly reply: string }
  /** the sender's place in a trace, as W3C traceparent */
  readonly trace?: string
  /** may have been sent before */
  readonly again?: true
}

/** Marks a serialised message as possibly sent before. */
export const markedResent = (body: string): string => `{"again":true,${body.slice(1)}`

/**
 * A message as stored in a mailbox: JSON in the field `m` of a stream entry. The settings stand among the arguments,
 * where hosts of earlier releases read them.
 */
export const sealEnvelope = ({ settings, args, ...rest }: Envelope): string =>
  JSON.stringify({ v: envelopeVersion, ...rest, args: Object.assign({}, args, settings) })

/** Throws when the text is no envelope of this version. */
export function openEnvelope(body: string): Envelope {
  const { v, args: sent, ...rest } = JSON.parse(body)
  if (v !== envelopeVersion || typeof rest.id !== 'string' || typeof rest.to !== 'string')
    throw new Error('this entry is not a message of this version')
  return Object.assign(rest, withoutSettings(sent))
}

/** Splits the settings from the arguments; one that earlier releases did not send with this message is off. */
export function withoutSettings(sent: object & Partial<Settings> = {}): Pick<Envelope, 'args' | 'settings'> {
  const { public_on = false, paced = false, ...args } = sent
  return { args, settings: { public_on, paced } }
}
