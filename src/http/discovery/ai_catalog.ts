import type { Site } from '../../config.ts'
import { serverCardType } from './server_card.ts'

/** /.well-known/ai-catalog.json: every entry point for programs. */
export const aiCatalog = ({ baseUrl }: Site): object => ({
  specVersion: '1.0',
  name: 'svc',
  host: { displayName: 'svc', identifier: new URL(baseUrl).host },
  entries: (
    [
      ['mcp-server', '/mcp/server-card', serverCardType, 'MCP server'],
      ['a2a-agent-card', '/.well-known/agent-card.json', 'application/a2a-agent-card+json', 'Agent card'],
      ['llms-txt', '/llms.txt', 'text/plain', 'In brief'],
      ['llms-full-txt', '/llms-full.txt', 'text/plain', 'Rules and limits'],
      ['openapi', '/openapi.json', 'application/openapi+json', 'REST'],
    ] as const
  ).map(([type, path, mediaType, name]) => ({
    identifier: `urn:air:${new URL(baseUrl).hostname}:${type}`,
    name,
    type,
    mediaType,
    url: baseUrl + path,
  })),
})
