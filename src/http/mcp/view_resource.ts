import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { viewMimeType, viewUri } from '../../rules/clients/embedded_view.ts'
import { root } from '../../root.ts'

/** MCP's extension for views inside chats, as both sides announce it when they connect. */
export const uiExtension = { 'io.modelcontextprotocol/ui': { mimeTypes: [viewMimeType] } }

/** The view reaches no network, so it asks for no domain; its cards draw their own borders. */
const _meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: false } }

export const viewResource = {
  uri: viewUri,
  name: 'svc',
  title: 'svc in a chat',
  description: 'Draws what a tool answered as a card to act on.',
  mimeType: viewMimeType,
  _meta,
}

export const viewContents = async () => ({ uri: viewUri, mimeType: viewMimeType, text: await viewHtml(), _meta })

let built: Promise<string> | undefined

/** The page itself, one file that src/web/build.ts makes. A failed read is tried again. */
export const viewHtml = (): Promise<string> =>
  (built ??= readFile(join(root, 'dist/web/view.html'), 'utf8').catch((error: unknown) => {
    built = undefined
    throw error
  }))
