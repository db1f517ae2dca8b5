import { tombstone } from '../../../sql/runtime/attempts.ts'
import { Refusal, type RefusalBody } from '../../../src/rules/errors.ts'
import type { Answered } from './ask.ts'

/** The outcome of an attempt, as stored in its row and sent in its reply: one of ok, no and ended. */
interface Result {
  readonly ok?: unknown
  /** `ok` is the first result under this idempotency key */
  readonly again?: true
  readonly no?: RefusalBody
  /** a tombstone: ended by its front-end before any batch took it, so it never applies */
  readonly ended?: true
}

/** JSON text: serialised once, stored and sent unchanged. */
export type ResultText = string

export const okResult = (reply: unknown): ResultText => `{"ok":${JSON.stringify(reply) ?? 'null'}}`
export const refused = (body: RefusalBody): ResultText => JSON.stringify({ no: body } satisfies Result)

export const isEnded = (text: ResultText): boolean => text === tombstone

/** Returns the reply or throws the refusal; undefined for an attempt that was ended. */
export function answerOf<Reply>(result: unknown): Answered<Reply> | undefined {
  const { ok, again, no, ended: wasEnded } = result as Result
  if (wasEnded) return undefined
  if (no) throw Refusal.fromBody(no)
  return { reply: ok as Reply, replayed: again === true }
}
