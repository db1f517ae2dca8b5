import { conflict } from '../../../src/rules/errors.ts'
import { refused, type ResultText } from './result.ts'

/** The first call under an idempotency key. */
export interface FirstCall {
  /** of its arguments */
  readonly hash: string
  readonly result: ResultText
}

/** What a further call under its key answers: the first result, marked as repeated, unless its arguments are others. */
export const replayOf = ({ hash, result }: FirstCall, sent: string | undefined): ResultText =>
  hash === sent ? `${result.slice(0, -1)},"again":true}` : refused(keyReused)

const keyReused = conflict(
  'key_reused',
  'This idempotency_key was used for other arguments. Send a new key with these, or the first arguments with this key.',
).toBody()
