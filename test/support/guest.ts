import type { TestServer } from './server.ts'

/** What POST /api/tools/:name answered. */
export interface AppSaid {
  readonly status: number
  readonly headers: Headers
  /** the whole body: data and view, or a refusal */
  readonly body: Record<string, any>
}

/** Somebody in a browser who came in by POST /api/jump-in. */
export interface Guest {
  readonly id: string
  readonly name: string
  /** the Cookie header */
  readonly session: string
  /** Calls a tool of the web app. */
  app(tool: string, args?: object): Promise<AppSaid>
  /** The same, and a refusal is a failure of the test: gives `data`. */
  does(tool: string, args?: object): Promise<Record<string, any>>
}

let hosts = 0

/** Jumps into a thread or hub, from an address of its own where the server trusts a proxy. */
export async function jumpIn(
  server: TestServer,
  name: string,
  to: { readonly thread: string } | { readonly hub: string },
): Promise<Guest> {
  const answer = await fetch(`${server.url}/api/jump-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.8.${++hosts >> 8}.${hosts & 255}` },
    body: JSON.stringify({ ...to, name }),
  })
  const body = (await answer.json()) as Record<string, any>
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('dp_session='))
  if (!cookie) throw new Error(`${name} did not get in: ${answer.status} ${JSON.stringify(body)}`)
  return inBrowser(server, cookie.split(';')[0] as string, { id: body['participant'].id, name })
}

/** Whoever has this session, at the tools of the web app. */
export function inBrowser(server: TestServer, session: string, who: { id: string; name: string }): Guest {
  const app: Guest['app'] = async (tool, args = {}) => {
    const response = await fetch(`${server.url}/api/tools/${tool}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Svc': '1', Origin: server.url, Cookie: session },
      body: JSON.stringify(args),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, any>,
    }
  }
  return {
    ...who,
    session,
    app,
    async does(tool, args) {
      const { status, body } = await app(tool, args)
      if (status !== 200) throw new Error(`${who.name} was refused ${tool}: ${status} ${JSON.stringify(body)}`)
      return body['data'] as Record<string, any>
    },
  }
}
