/** What a tool said, whichever door it was asked through. */
export interface Said<Data = Record<string, any>> {
  readonly ok: boolean
  readonly text: string
  /** empty after a refusal */
  readonly data: Data
  /** the body of a refusal: error, message, reason and details */
  readonly error?: Readonly<Record<string, any>> & {
    readonly error: string
    readonly reason: string
    readonly message: string
  }
  /** REST only: headers and status of the answer */
  readonly response?: Response
  /** MCP only: the result as it came */
  readonly result?: Readonly<Record<string, any>>
}

export interface Door {
  readonly name: 'REST' | 'MCP'
  /** A tool call at a service; `key` undefined: without credential. */
  call(origin: string, key: string | undefined, tool: string, args?: object): Promise<Said>
}

export const rest: Door = {
  name: 'REST',
  async call(origin, key, tool, args = {}) {
    const response = await post(`${origin}/api/v1/tools/${tool}`, key, args)
    const body = (await response.json()) as any
    return response.ok
      ? { ok: true, text: body.text, data: body.data, response }
      : { ok: false, text: body.message, data: {}, error: body, response }
  },
}

let requests = 0

export const mcp: Door = {
  name: 'MCP',
  async call(origin, key, tool, args = {}) {
    const message = { jsonrpc: '2.0', id: ++requests, method: 'tools/call', params: { name: tool, arguments: args } }
    const response = await post(`${origin}/mcp`, key, message, { 'MCP-Protocol-Version': '2025-11-25' })
    const { result, error, ...refused } = (await response.json()) as any
    if (!result)
      return { ok: false, text: refused.message ?? error?.message, data: {}, error: error ?? refused, response }
    const text = result.content.map((part: { text?: string }) => part.text ?? '').join('\n')
    return result.isError
      ? { ok: false, text, data: {}, error: result.structuredContent, result }
      : { ok: true, text, data: result.structuredContent, result }
  },
}

/** The same suite once per door: a tool says the same through both. */
export function throughEachDoor(suite: (door: Door) => void): void {
  for (const door of [rest, mcp]) describe(`over ${door.name}`, () => suite(door))
}

function post(
  url: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
}
