import type { Middleware } from 'koa'
import type { Site } from '../../config.ts'
import type { Server } from 'node:http'
import { overHttpsAlone } from '../../rules/limits.ts'
import { asSeconds } from '../../rules/units.ts'
import { noRobots } from './x_robots_tag.ts'
import { contentTypes } from './content_types.ts'

/** Nothing from other origins, nothing inline, no frames, no plugins. */
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
  // scripts may add markup only through the one policy of src/web/trusted.ts
  "require-trusted-types-for 'script'",
  'trusted-types svc',
].join('; ')

/** The same for a page whose form redirects to another origin: browsers apply form-action to redirects too. */
export const policyLeadingTo = (source: string): string =>
  contentSecurityPolicy.replace("form-action 'self'", `form-action 'self' ${source}`)

/** Headers of every response. A route may override Cache-Control and let search engines in. */
const everywhere: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Cache-Control', 'private, no-store'],
  noRobots,
]

const outsideMcp: readonly (readonly [string, string])[] = [
  ['X-Frame-Options', 'DENY'],
  ['Content-Security-Policy', contentSecurityPolicy],
]

/** Written by hand instead of with helmet: six fixed headers, on the path of every write. */
export const securityHeaders: Middleware = (ctx, next) => {
  for (const [name, value] of everywhere) ctx.res.setHeader(name, value)
  if (!atMcp.test(ctx.url)) for (const [name, value] of outsideMcp) ctx.res.setHeader(name, value)
  return next()
}

/** Sets Strict-Transport-Security where the base URL is https. */
export const httpsOnly =
  ({ baseUrl }: Site): Middleware =>
  (ctx, next) => {
    if (baseUrl.startsWith('https:'))
      ctx.res.setHeader('Strict-Transport-Security', `max-age=${asSeconds(overHttpsAlone)}`)
    return next()
  }

/** Names and values in turn of what these two set outside /mcp, for answers that do not come from Koa. */
export const fixedHeaders = (config: Site): readonly string[] => [...outsideMcp.flat(), ...mcpHeaders(config)]

/** The same at /mcp. */
export const mcpHeaders = ({ baseUrl }: Site): readonly string[] => [
  ...everywhere.flat(),
  ...(baseUrl.startsWith('https:') ? ['Strict-Transport-Security', `max-age=${asSeconds(overHttpsAlone)}`] : []),
]

/** Matches the raw URL: reading ctx.path throws for a malformed one, and that answer needs the headers too. */
const atMcp = /^\/mcp(?:\?|$)/

/** Answers requests that Node cannot parse. They never reach the app, so the headers are added here. */
export function answerMalformed(server: Server): void {
  const headers = [...everywhere, ...outsideMcp].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    const body = JSON.stringify({ error: 'invalid', message: 'This is not an HTTP request.', reason: 'body_not_json' })
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers}Content-Type: ${contentTypes['application/json']}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
}
