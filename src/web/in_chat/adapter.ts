import { browser } from '../../rules/limits.ts'

/**
 * A view's side of MCP Apps, protocol 2026-01-26: JSON-RPC by postMessage with the host around the frame. Implements
 * only what the cards use.
 */

const protocolVersion = '2026-01-26'

export type Fields = Readonly<Record<string, unknown>>

/** A tool's result in MCP form. */
export interface ToolResult {
  readonly isError?: boolean
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: Fields
  readonly _meta?: Fields
}

export interface HostContext {
  readonly theme?: 'light' | 'dark'
  readonly toolInfo?: { readonly tool?: { readonly name?: string } }
}

export interface Host {
  readonly context: HostContext
  /** Calls a tool of this service. Throws when the host refuses or does not answer. */
  call(tool: string, args: Fields): Promise<ToolResult>
  /** Asks the host to open an address in a browser; false when it refuses. */
  open(url: string): Promise<boolean>
  /** Reports the height of the card, in CSS pixels. */
  sized(height: number): void
  /** Tells the host to start reporting the tool's input and result. */
  ready(): void
}

interface HostEvents {
  input(args: Fields): void
  result(result: ToolResult): void
  cancelled(): void
  context(changed: HostContext): void
  /** The frame is about to close: pending acts are sent before this resolves. */
  teardown(): Promise<void>
}

interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: string | number
  readonly method?: string
  readonly params?: any
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

type Answer = (message: Message) => void

/** Performs the handshake with the host, and resolves with its context. */
export async function connect(heard: HostEvents, version: string): Promise<Host> {
  const waiting = new Map<string | number, Answer>()
  let asked = 0

  const send = (message: Omit<Message, 'jsonrpc'>): void =>
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const notify = (method: string, params: object = {}): void => send({ method, params })
  const request = (method: string, params: object): Promise<any> =>
    new Promise((resolve, reject) => {
      const id = ++asked
      const late = setTimeout(() => {
        waiting.delete(id)
        reject(new Error('no answer'))
      }, browser.hostAnswers)
      waiting.set(id, ({ result, error }) => {
        clearTimeout(late)
        if (error) reject(new Error(error.message))
        else resolve(result)
      })
      send({ id, method, params })
    })

  const told = toldTo(heard)
  const asks = askedOf(heard)

  window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    // messages from other windows are ignored
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    const { id, method, params } = data
    if (method === undefined) {
      const answer = waiting.get(id ?? '')
      waiting.delete(id ?? '')
      return answer?.(data)
    }
    if (id === undefined) return told[method]?.(params)
    const answered = asks[method]?.()
    if (!answered) return send({ id, error: { code: -32_601, message: 'This view does not answer that.' } })
    answered.then(
      (result) => send({ id, result }),
      () => send({ id, error: { code: -32_603, message: 'This view could not.' } }),
    )
  })

  const { hostContext = {}, hostCapabilities = {} } = await request('ui/initialize', {
    protocolVersion,
    appInfo: { name: 'svc', version },
    appCapabilities: { availableDisplayModes: ['inline'] },
  })
  return {
    context: hostContext,
    call: (name, args) => request('tools/call', { name, arguments: args }),
    async open(url) {
      if (!hostCapabilities.openLinks) return false
      const opened = await request('ui/open-link', { url }).catch(() => ({ isError: true }))
      return opened.isError !== true
    },
    sized: (height) => notify('ui/notifications/size-changed', { height }),
    ready: () => notify('ui/notifications/initialized'),
  }
}

const toldTo = (heard: HostEvents): Readonly<Record<string, (params: any) => void>> => ({
  'ui/notifications/tool-input': (params) => heard.input(params?.arguments ?? {}),
  'ui/notifications/tool-result': (params) => heard.result(params ?? {}),
  'ui/notifications/tool-cancelled': () => heard.cancelled(),
  'ui/notifications/host-context-changed': (params) => heard.context(params ?? {}),
})

const askedOf = (heard: HostEvents): Readonly<Record<string, () => Promise<object>>> => ({
  ping: async () => ({}),
  'ui/resource-teardown': async () => {
    await heard.teardown()
    return {}
  },
})
