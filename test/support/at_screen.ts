import type { TestServer } from './server.ts'

/** What POST /api/tools/:name answered. */
export interface AppSaid {
  readonly status: number
  readonly headers: Headers
  /** the whole body: data and view, or a refusal */
  readonly body: Record<string, any>
}

/** Somebody with a session in a browser: a person, or a guest. */
export interface AtScreen {
  readonly id: string
  readonly name: string
  /** the Cookie header */
  readonly session: string
  /** Calls a tool of the web app. */
  app(tool: string, args?: object): Promise<AppSaid>
  /** The same, and a refusal is a failure of the test: gives `data`. */
  does(tool: string, args?: object): Promise<Record<string, any>>
}

/** Whoever has this session, at the tools of the web app. */
export function inBrowser(server: TestServer, session: string, who: { id: string; name: string }): AtScreen {
  const app: AtScreen['app'] = async (tool, args = {}) => {
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

/** The session that an answer gives, as the Cookie header; undefined where it gives none. */
export const sessionIn = ({ headers }: { readonly headers: Headers }): string | undefined =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('dp_session='))
    ?.split(';')[0]
