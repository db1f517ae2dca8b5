import { build } from 'esbuild'
import type { Frame, FrameLocator } from 'playwright-core'
import { root } from '../../src/root.ts'
import { viewUri } from '../../src/rules/clients/embedded_view.ts'
import { postOAuth } from '../support/assistant.ts'
import type { TestServer } from '../support/server.ts'
import { openWindow, type Theme, type Window } from './window.ts'

/**
 * A chat in a browser: the official host of MCP Apps with a frame of ours, whose calls go to the service with somebody's
 * OAuth token. Nothing else leaves the browser, and what tries to is counted.
 */
export interface Chat {
  readonly window: Window
  readonly card: FrameLocator
  /** the frame as it is now */
  frame(): Frame
  /** what the card called, in its order */
  readonly calls: readonly ChatCall[]
  /** addresses that the card asked to open */
  readonly opened: readonly string[]
  /** heights that the card told */
  readonly heights: readonly number[]
  /** everything that the browser tried to load besides the chat itself */
  readonly requests: readonly string[]
  /** The model calls a tool, and the chat shows its card. Gives the tool's answer. */
  shows(tool: string, args?: object): Promise<any>
  /** An answer of the chat's own making. */
  showsResult(result: object, args?: object): Promise<void>
  theme(theme: Theme): Promise<void>
  /** The chat is about to take the frame away; resolves when the card agreed. */
  teardown(): Promise<void>
  close(): Promise<void>
}

export interface ChatCall {
  readonly name: string
  readonly args: Readonly<Record<string, any>>
  readonly result: Readonly<Record<string, any>>
}

interface Looks {
  readonly width?: number
  readonly theme?: Theme
}

const address = 'https://chat.example/'

export async function openChat(server: TestServer, token: string, looks: Looks = {}): Promise<Chat> {
  const window = await openWindow(server, { width: looks.width ?? 640, theme: looks.theme ?? 'light', own: true })
  const { page } = window
  const calls: ChatCall[] = []
  const opened: string[] = []
  const heights: number[] = []
  const requests: string[] = []

  const ask = async (method: string, params: object): Promise<any> => {
    const { body } = await postOAuth(
      server.url,
      '/mcp',
      { jsonrpc: '2.0', id: 1, method, params },
      { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' },
    )
    if (body['error']) throw new Error(JSON.stringify(body['error']))
    return body['result']
  }
  const html = (await ask('resources/read', { uri: viewUri })).contents[0].text as string

  await page.route('**/*', async (route) => {
    const url = route.request().url()
    if (url === address) return route.fulfill({ contentType: 'text/html', body: chatPage })
    requests.push(url)
    return route.abort()
  })
  await page.exposeFunction('askServer', async (name: string, args: Readonly<Record<string, unknown>>) => {
    const result = await ask('tools/call', { name, arguments: args })
    calls.push({ name, args, result })
    return result
  })
  await page.exposeFunction('toldOpen', (url: string) => void opened.push(url))
  await page.exposeFunction('toldHeight', (height: number) => void heights.push(height))
  await page.goto(address)
  await page.addScriptTag({ content: await hostScript() })

  const showsResult = async (result: object, args: object = {}): Promise<void> => {
    await page.evaluate(`chat.show(${JSON.stringify({ html, result, args, theme: looks.theme ?? 'light' })})`)
  }
  return {
    window,
    card: page.frameLocator('iframe'),
    frame: () => page.frames().at(-1)!,
    calls,
    opened,
    heights,
    requests,
    showsResult,
    async shows(tool, args = {}) {
      const result = await ask('tools/call', { name: tool, arguments: args })
      await showsResult(result, args)
      await page.frameLocator('iframe').locator('.embed').waitFor()
      return result
    },
    theme: async (theme) => void (await page.evaluate(`chat.bridge.setHostContext({ theme: '${theme}' })`)),
    teardown: async () => void (await page.evaluate('chat.bridge.teardownResource({})')),
    close: () => window.close(),
  }
}

const chatPage = `<!doctype html><html lang="en"><head><title>A chat</title><link rel="icon" href="data:,"><style>
body { margin: 0; font: 16px sans-serif; } iframe { display: block; width: 100%; border: 0; }
</style></head><body><main><h1>A chat</h1></main></body></html>`

/** The host, in the strictest sandbox that the protocol allows: scripts and nothing else. */
const hostSource = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
globalThis.chat = {
  async show({ html, result, args, theme }) {
    document.querySelector('iframe')?.remove()
    const frame = document.createElement('iframe')
    frame.title = 'svc'
    frame.setAttribute('sandbox', 'allow-scripts')
    document.querySelector('main').append(frame)
    const capabilities = { openLinks: {}, serverTools: {} }
    const bridge = new AppBridge(null, { name: 'A chat', version: '1' }, capabilities, { hostContext: { theme } })
    chat.bridge = bridge
    bridge.oncalltool = ({ name, arguments: given }) => askServer(name, given)
    bridge.onopenlink = async ({ url }) => (await toldOpen(url), {})
    bridge.onsizechange = ({ height }) => {
      if (height === undefined) return
      frame.style.height = height + 'px'
      toldHeight(height)
    }
    const ready = new Promise((resolve) => { bridge.oninitialized = resolve })
    await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
    frame.srcdoc = html
    await ready
    await bridge.sendToolInput({ arguments: args })
    await bridge.sendToolResult(result)
  },
}`

let bundled: Promise<string> | undefined

const hostScript = (): Promise<string> =>
  (bundled ??= build({
    stdin: { contents: hostSource, resolveDir: root },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? ''))
