import type { Site } from '../../config.ts'
import { serverVersion } from '../../rules/api_version.ts'
import { about } from './agent_card.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

/** How the card is named, in the list of entry points and where it is served. */
export const serverCardType = 'application/mcp-server-card+json'

/** /mcp/server-card: the address of the MCP server, for clients that look it up before they connect. */
export const serverCard = ({ baseUrl }: Site): object => ({
  name: `${new URL(baseUrl).hostname.split('.').toReversed().join('.')}/svc`,
  title: 'svc',
  description: about,
  version: serverVersion,
  websiteUrl: baseUrl,
  remotes: [{ type: 'streamable-http', url: mcpUrl(baseUrl) }],
})
