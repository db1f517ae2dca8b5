import type { Context } from 'koa'
import { present } from '../records/present.ts'
import type { Refusal } from '../rules/errors.ts'
import { apiVersion, camelTwins } from '../rules/lists.ts'
import { resultMetadata } from '../rules/result_metadata.ts'
import { factsLine } from '../render/facts.ts'
import { fence, lines, md, printed, ref, safe } from '../render/md.ts'
import { preamble } from '../render/author_line.ts'
import type { Untrusted } from '../text/untrusted.ts'
import type { Trust } from '../tools/tool.ts'

type Fields = Record<string, unknown>

const twins = Object.entries(camelTwins)

/** Adds camelCase copies of the fields of a body or result that have one. Mutates and returns the object. */
export function withTwins<Body extends Fields>(body: Body): Body {
  for (const [name, twin] of twins) {
    const value = body[name]
    if (value !== undefined) (body as Fields)[twin] = value
  }
  return body
}

/** The error body of both doors: `{error, message, reason, …details}`. */
export interface ErrorBody extends Fields {
  readonly error: string
  readonly message: string
  readonly reason: string
}

/** The fields of a refusal for programs: they hold no participant's words. */
export function errorBody({ code, message, reason, details: { current: _, ...details } }: Refusal): ErrorBody {
  return withTwins({ error: code, message, reason, ...details })
}

/**
 * The message for a reader. `details.current` is participants' text that the caller needs in order to go on (a merge
 * that failed): it is quoted here and is no field of the body.
 */
export const messageOf = ({ message, details }: Refusal): string => withCurrent(message, details['current'])

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
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(body)
}

export function setRefusalHeaders(ctx: Pick<Context, 'set'>, { code, reason, details }: Refusal): void {
  const retryAfter = details['retry_after_seconds']
  if (typeof retryAfter !== 'number') return
  ctx.set('Retry-After', String(retryAfter))
  if (code === 'rate_limited' && reason === 'ip') ctx.set('RateLimit', `"ip";r=0;t=${retryAfter}`)
}

/** A refusal as an MCP tool result: never a JSON-RPC error. */
export interface RefusedResult extends Fields {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
  readonly structuredContent: ErrorBody
  readonly isError: true
  readonly _meta: Fields
}

/** The message with its code and details, because some clients drop the fields of an error and keep the text. */
function saidWhole(refusal: Refusal): string {
  const { code, reason, details } = refusal
  const message = safe(messageOf(refusal))
  const { current: _, ...told } = details
  const kind = ref(`${code}/${reason}`)
  const facts = factsLine(told, message)
  return printed(lines([message, facts === undefined ? kind : md`${kind} · ${facts}`]))
}

export function refusedResult(refusal: Refusal): RefusedResult {
  const { act_url } = refusal.details
  const trust: Trust | undefined =
    refusal.details['current'] === undefined ? undefined : { integrity: 'untrusted', confidentiality: 'private' }
  return {
    _meta: present({
      [resultMetadata.api]: apiVersion,
      [resultMetadata.trust]: trust,
      [resultMetadata.actOnWeb]: act_url === undefined ? undefined : { url: act_url },
      [resultMetadata.approveOnWeb]:
        act_url !== undefined && refusal.reason === 'approvals_off' ? { url: act_url } : undefined,
    }),
    content: [{ type: 'text', text: saidWhole(refusal) }],
    structuredContent: errorBody(refusal),
    isError: true,
  }
}
