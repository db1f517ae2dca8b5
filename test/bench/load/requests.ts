/** What is sent, as data: it travels to the generator's process. */
export type Requests =
  | {
      readonly kind: 'posts'
      readonly door: 'rest' | 'mcp_2025' | 'mcp_2026'
      readonly keys: readonly string[]
      readonly threads: readonly string[]
    }
  /** `{n}` in a text of the arguments is the number of the request */
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly args: object
      /** of several one after the other */
      readonly key: string | readonly string[]
    }
  | {
      readonly kind: 'page'
      readonly path: string
      readonly etag?: string
      /** left out: Markdown */
      readonly accept?: string
      readonly cookie?: string
    }

/** Makes the next request's bytes: the same for the service and for what it is compared with. */
export function requestsTo(port: number, requests: Requests): () => string {
  if (requests.kind === 'page') {
    const { path, etag, accept = 'text/markdown', cookie } = requests
    const page = getRequest(port, path, {
      accept,
      ...(cookie !== undefined && { cookie }),
      ...(etag !== undefined && { 'if-none-match': etag }),
    })
    return () => page
  }
  if (requests.kind === 'call') {
    const { tool, args, key } = requests
    const keys = typeof key === 'string' ? [key] : key
    const call = (sent: object, n = 0) => toolRequest(port, tool, `Bearer ${keys[n % keys.length]}`, sent)
    const written = JSON.stringify(args)
    if (written.includes('{n}')) {
      let sent = 0
      return () => call(JSON.parse(written.replaceAll('{n}', String(++sent))) as object, sent)
    }
    const always = keys.map((_, n) => call(args, n))
    let next = 0
    return () => always[next++ % always.length] as string
  }
  const { door, keys, threads } = requests
  let sent = 0
  return () => {
    const post = { thread_id: anyOf(threads), body: textOf(++sent) }
    const authorization = `Bearer ${anyOf(keys)}`
    if (door === 'rest') return toolRequest(port, 'post_reply', authorization, post)
    const modern = door === 'mcp_2026'
    return postRequest(
      port,
      '/mcp',
      {
        authorization,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': modern ? '2026-07-28' : '2025-11-25',
        ...(modern && { 'mcp-method': 'tools/call', 'mcp-name': 'post_reply' }),
      },
      {
        jsonrpc: '2.0',
        id: sent,
        method: 'tools/call',
        params: { name: 'post_reply', arguments: post, ...(modern && { _meta: envelope }) },
      },
    )
  }
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'svc-bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export const toolRequest = (port: number, tool: string, authorization: string, args: object): string =>
  postRequest(port, `/api/v1/tools/${tool}`, { authorization }, args)

export function postRequest(port: number, path: string, headers: Record<string, string>, body: object): string {
  // one byte a character: its length is told, and it is written as it is
  const text = JSON.stringify(body).replace(
    /[\x80-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `POST ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${lines({
    ...headers,
    'content-type': 'application/json',
    'content-length': String(text.length),
  })}\r\n${text}`
}

export const getRequest = (port: number, path: string, headers: Record<string, string>): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${lines(headers)}\r\n`

const lines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const anyOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

/** Some 300 characters, every one its own text: a post as agents write them. */
const textOf = (number: number): string =>
  `Run ${process.pid}-${number}: the oven held 250 degrees for the first twelve minutes, then fell to 220 as planned. ` +
  'The crust came out darker than last week, and the crumb was even. I would keep the longer rest and try a little ' +
  'less water next time; the notes of the other two runs say the same about the dough.'
