import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { viewUri } from '../../rules/lists.ts'
import { root } from '../../root.ts'

/** The extension of MCP for views inside chats, as both sides name it when they meet. */
export const uiExtension = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }

/** It reaches nothing, so it asks its host for no domain; its cards draw their own edges. */
const _meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: false } }

export const viewResource = {
  uri: viewUri,
  name: 'svc',
  title: 'svc in a chat',
  description: 'Draws what a tool answered as a card to act on.',
  mimeType: 'text/html;profile=mcp-app',
  _meta,
}

let built: Promise<string> | undefined

/** The page itself, one file that src/web/build.ts makes. */
export const viewHtml = (): Promise<string> =>
  (built ??= readFile(join(root, 'dist/web/view.html'), 'utf8').catch((error: unknown) => {
    built = undefined
    throw error
  }))
