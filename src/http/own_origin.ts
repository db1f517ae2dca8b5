import type { Context } from 'koa'
import type { Config } from '../config.ts'
import { forbidden, type Refusal } from '../rules/errors.ts'

type Place = Pick<Config, 'baseUrl'>

/** Whether the Origin header names this service; the Host of the request was found to be served before. */
export function isOwnOrigin(ctx: Context, { baseUrl }: Place): boolean {
  const origin = ctx.get('Origin')
  if (origin === baseUrl) return true
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return host === ctx.state['host'] && protocol === new URL(baseUrl).protocol
}

/** A form that a page of ours sent, or a client that is no browser: those send no Origin. */
export function checkFormOrigin(ctx: Context, place: Place): void {
  const sent = ctx.get('Origin') !== ''
  const crossSite = ctx.get('Sec-Fetch-Site') === 'cross-site'
  if (sent ? !isOwnOrigin(ctx, place) : crossSite) throw foreign()
}

/** A cookie speaks for somebody only where a script of our own sent it: x-svc cannot be added by a form elsewhere. */
export function checkScriptOrigin(ctx: Context, place: Place): void {
  if (ctx.get('x-svc') !== '1' || !isOwnOrigin(ctx, place)) throw foreign()
}

/** A form on another site cannot add it. */
export function checkHeader(ctx: Context): void {
  if (ctx.get('x-svc') !== '1') throw forbidden('origin', 'Send this with the header x-svc: 1.')
}

const foreign = (): Refusal =>
  forbidden('origin', 'This has to come from the service’s own pages: with its Origin and the header x-svc: 1.')

/** A path on this origin to go on to; anything else becomes `otherwise`. */
export function pathHere(next: string | undefined, { baseUrl }: Place, otherwise: string): string {
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, baseUrl)) return otherwise
  const url = new URL(next, baseUrl)
  const path = url.pathname + url.search + url.hash
  // dots may have left two slashes at the beginning, which would name another host
  return url.origin === new URL(baseUrl).origin && !path.startsWith('//') ? path : otherwise
}
