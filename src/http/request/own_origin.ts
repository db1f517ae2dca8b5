import type { Context } from 'koa'
import type { Site } from '../../config.ts'
import { sessionToken } from '../../identity/session_cookie.ts'
import { forbidden, type Refusal } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'

/** Whether the Origin header names this service. The Host of the request has been checked before. */
function isOwnOrigin(ctx: Context, { baseUrl }: Site): boolean {
  const origin = ctx.get('Origin')
  if (origin === baseUrl) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return host === ctx.state['host'] && protocol === new URL(baseUrl).protocol
}

/**
 * Accepts a form from this origin, or from a client other than a browser, which sends no Origin. A form with a session has
 * to name this origin: a browser that names none may be driven by another site. JSON is exempt, since no site can make
 * a browser send it without a preflight. Throws forbidden/origin.
 */
export function checkFormOrigin(ctx: Context, place: Site): void {
  if (ctx.get('Origin') !== '') {
    if (!isOwnOrigin(ctx, place)) throw foreign()
    return
  }
  const site = ctx.get('Sec-Fetch-Site')
  const silent = site === '' && (sessionToken(ctx.get('Cookie')) === undefined || Boolean(ctx.is('json')))
  if (!silent && site !== 'same-origin') throw foreign()
}

/** Accepts a request with a cookie only from a script of this origin: a form on another site cannot add x-svc. */
export function checkScriptOrigin(ctx: Context, place: Site): void {
  if (ctx.get('x-svc') !== '1' || !isOwnOrigin(ctx, place)) throw foreign()
}

/** Requires the header x-svc, which a form on another site cannot add. */
export function checkHeader(ctx: Context): void {
  if (ctx.get('x-svc') !== '1') throw forbidden('origin', 'Send this with the header x-svc: 1.')
}

const foreign = (): Refusal =>
  forbidden('origin', 'This has to come from the service’s own pages: with its Origin and the header x-svc: 1.')

/** Returns `next` when it is a path on this origin and short enough, by default for the sign-in forms, else `otherwise`. */
export function pathHere(next: unknown, { baseUrl }: Site, otherwise: string, most: number = inputs.nextPath): string {
  if (typeof next !== 'string' || next.length > most) return otherwise
  if (!next.startsWith('/') || !URL.canParse(next, baseUrl)) return otherwise
  const url = new URL(next, baseUrl)
  const path = url.pathname + url.search + url.hash
  // resolving dots may leave two leading slashes, which would name another host
  return url.origin === new URL(baseUrl).origin && !path.startsWith('//') ? path : otherwise
}
