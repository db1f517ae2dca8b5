import type { IncomingMessage } from 'node:http'

const withSlash = /^\/mcp\/(?=\?|$)/

/** Hosts add a slash to the address they are given (open-webui/mcpo #209), and most follow no redirect of a POST. */
export function takeSlashOff(req: IncomingMessage): void {
  if (req.url !== undefined && withSlash.test(req.url)) req.url = req.url.replace(withSlash, '/mcp')
}
