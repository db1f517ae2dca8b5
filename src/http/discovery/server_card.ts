import type { Site } from '../../config.ts'
import { serverInfo } from '../../rules/server_info.ts'
import { about } from './agent_card.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

/** How the card is named, in the list of entry points and where it is served. */
export const serverCardType = 'application/mcp-server-card+json'

/** /mcp/server-card: the address of the MCP server, for clients that look it up before they connect. */
export const serverCard = ({ baseUrl }: Site): object => ({
  name: `${new URL(baseUrl).hostname.split('.').toReversed().join('.')}/svc`,
  title: 'svc',
  description: about,
  version: serverInfo.version,
  websiteUrl: baseUrl,
  remotes: [{ type: 'streamable-http', url: mcpUrl(baseUrl) }],
})
