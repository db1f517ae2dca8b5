import type { Env } from '../../src/config.ts'
import type { Clock } from '../../src/clock.ts'
import type { Sql } from '../../sql/client.ts'
import { sessionIn } from '../support/at_screen.ts'
import { withServer } from '../support/here.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** The whole service, spoken to the way browsers and scripts do. */
export interface Web {
  readonly url: string
  readonly sql: Sql
  readonly clock: Clock
  readonly parts: TestServer['parts']
  advance(milliseconds: number): Promise<void>
  /** POST with these headers, following no redirect */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** signs in over the development form; gives the Cookie header */
  signIn(name: string, email?: string): Promise<string>
  /** POST /api/settings/:op as a page of ours does */
  settings(cookie: string, op: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, any>
}

export const openWeb = async (env: Env = {}): Promise<Web> => webOf(await startServer(env))

/** For the suite that calls this. */
export const withWeb = (env?: Env): Web => webOf(withServer(env))

/** Of a service that may not have started yet. */
export function webOf(server: TestServer): Web {
  const web: Web = {
    get url() {
      return server.url
    },
    get sql() {
      return server.sql
    },
    get clock() {
      return server.parts.clock
    },
    get parts() {
      return server.parts
    },
    advance: (milliseconds) => server.advance(milliseconds),
    async post(path, body, headers = {}) {
      const form = body instanceof URLSearchParams
      const response = await fetch(server.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...(form ? {} : { 'Content-Type': 'application/json' }), ...headers },
        body: form ? body : typeof body === 'string' ? body : JSON.stringify(body),
      })
      const text = await response.text()
      const json = response.headers.get('Content-Type')?.includes('json')
      return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} }
    },
    async signIn(name, email = `${name.toLowerCase()}@example.org`) {
      const answer = await web.post('/signin', new URLSearchParams({ name, email }), { Origin: server.url })
      const session = sessionIn(answer)
      if (session === undefined) throw new Error(`no session: ${answer.status} ${answer.text}`)
      return session
    },
    settings: (cookie, op, body = {}, headers = {}) =>
      web.post(`/api/settings/${op}`, body, { Cookie: cookie, Origin: server.url, 'x-svc': '1', ...headers }),
    stop: () => server.stop(),
  }
  return web
}
