import type { Context } from 'koa'
import type { Refusal } from '../../rules/errors.ts'
import { printed, ref } from '../../render/markdown/md.ts'
import { fence, preamble } from '../../render/markdown/fence.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { type Fields, withTwins } from './camel_twins.ts'
import { contentTypes } from './content_types.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import { poolHeaders } from './ratelimit_headers.ts'

/** The error body of both doors: `{error, message, reason, …details}`. */
interface ErrorBody extends Fields {
  readonly error: string
  readonly message: string
  readonly reason: string
}

/** The fields of a refusal for programs, without participants' text. */
export function errorBody({
  code,
  message,
  reason,
  details: { current: _, postscript: __, ...details },
}: Refusal): ErrorBody {
  return withTwins({ error: code, message, reason, ...details })
}

/**
 * The message for a reader. Two details are added to it and are not fields of the body: `current`, text of participants
 * that the caller needs in order to go on (a merge that failed), is quoted; `postscript` may hold a secret, which the
 * message of a refusal never does.
 */
export const messageOf = ({ message, details: { current, postscript } }: Refusal): string =>
  withCurrent(typeof postscript === 'string' ? `${message} ${postscript}` : message, current)

interface Current {
  readonly block_id?: string
  readonly section_id?: string
  readonly rev?: number
  readonly text: Untrusted
}

function withCurrent(message: string, current: unknown): string {
  if (current === undefined) return message
  const texts = (Array.isArray(current) ? current : [current]) as readonly (Current | Untrusted)[]
  const quoted = texts.map((now) => {
    if (typeof now === 'string' || !('text' in now)) return printed(fence(now as Untrusted))
    const [kind, id] = now.block_id === undefined ? ['section', now.section_id] : ['block', now.block_id]
    const rev = now.rev === undefined ? '' : ` rev ${now.rev}`
    return (id === undefined ? '' : `${kind} ${printed(ref(id))}${rev}\n`) + printed(fence(now.text))
  })
  return [message, printed(preamble), ...quoted].join('\n')
}

/** Answers a REST request with a refusal: status, Retry-After and body, with fields that the route's own shape adds. */
export function refuse(ctx: Pick<Context, 'set' | 'status' | 'body'>, refusal: Refusal, more: Fields = {}): void {
  const body: ErrorBody = { ...errorBody(refusal), message: messageOf(refusal), ...more }
  ctx.status = refusal.status
  setRefusalHeaders(ctx, refusal)
  ctx.set('Content-Type', contentTypes['application/json'])
  ctx.body = JSON.stringify(body)
}

/** Retry-After where the refusal says how long to wait, and RateLimit where a limit per address or the pool is used up. */
export function setRefusalHeaders(ctx: Pick<Context, 'set'>, { code, reason, details }: Refusal): void {
  const retryAfter = details['retry_after_seconds']
  if (typeof retryAfter !== 'number') return
  ctx.set('Retry-After', String(retryAfter))
  if (code === 'rate_limited' && reason === 'ip') ctx.set('RateLimit', `"ip";r=0;t=${retryAfter}`)
  // the pool of posts is used up; when a cooldown begins as well, retryAfter is that of the cooldown, not of the pool
  const { allowance, cooldownUntil } = details
  if (allowance !== undefined && cooldownUntil === undefined) ctx.set(poolHeaders(allowance as Allowance, retryAfter))
}
