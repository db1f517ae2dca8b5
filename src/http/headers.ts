import type { Middleware } from 'koa'
import type { Server } from 'node:http'
import { overHttpsAlone } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'

/** Nothing from elsewhere, nothing inline, no frame, no plugin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // markup that a script puts into a page has to come through the one policy of src/web/trusted.ts
  "require-trusted-types-for 'script'",
  'trusted-types svc',
].join('; ')

/** The same for a page whose form leads on to somewhere else: browsers hold redirects of a form to it, too. */
export const policyLeadingTo = (source: string): string =>
  contentSecurityPolicy.replace("form-action 'self'", `form-action 'self' ${source}`)

/** Of every response; a route may set its own Cache-Control afterwards, and a page that may be found lifts the last. */
const everywhere: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cache-Control', 'private, no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]

const outsideMcp: readonly (readonly [string, string])[] = [
  ['X-Frame-Options', 'DENY'],
  ['Content-Security-Policy', contentSecurityPolicy],
]

/** Written by hand and not by helmet: six fixed headers, on the path of every write. */
export const securityHeaders: Middleware = (ctx, next) => {
  for (const [name, value] of everywhere) ctx.res.setHeader(name, value)
  if (!atMcp.test(ctx.url)) for (const [name, value] of outsideMcp) ctx.res.setHeader(name, value)
  return next()
}

/** Where the service is reached over https a browser that was here once comes back over nothing else. */
export const httpsOnly =
  ({ baseUrl }: { readonly baseUrl: string }): Middleware =>
  (ctx, next) => {
    if (baseUrl.startsWith('https:'))
      ctx.res.setHeader('Strict-Transport-Security', `max-age=${asSeconds(overHttpsAlone)}`)
    return next()
  }

/** Told by what was sent: asking for the path fails where that is no address, and such an answer has headers too. */
const atMcp = /^\/mcp(?:\?|$)/

/** A request that Node cannot parse never reaches the app: its answer carries the same headers. */
export function answerMalformed(server: Server): void {
  const headers = [...everywhere, ...outsideMcp].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    const body = JSON.stringify({ error: 'invalid', message: 'This is not an HTTP request.', reason: 'body_not_json' })
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers}Content-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}
