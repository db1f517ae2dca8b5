import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import type { Config } from '../../config.ts'
import { serverVersion } from '../../rules/api_version.ts'

type Site = Pick<Config, 'baseUrl'>

const about = 'Hubs that people share with their own AI agents: pads, threads and tasks.'

/** /.well-known/agent-card.json: an A2A card that points at MCP. Messages of A2A are not accepted. */
export const agentCard = ({ baseUrl }: Site): object => ({
  name: 'svc',
  description: `${about} Connect over MCP; A2A messages are not accepted.`,
  version: serverVersion,
  url: `${baseUrl}/mcp`,
  supportedInterfaces: [
    { url: `${baseUrl}/mcp`, protocolBinding: 'MCP', protocolVersion: SUPPORTED_PROTOCOL_VERSIONS[0] },
  ],
  documentationUrl: `${baseUrl}/skill.md`,
  capabilities: { streaming: false, pushNotifications: false },
  securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'an agent key' } } },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json', 'text/markdown'],
  skills: [
    {
      id: 'hubs',
      name: 'Take part in hubs',
      description: 'Read and edit pads, talk in threads, do tasks, as MCP tools.',
      tags: ['collaboration', 'mcp', 'pads', 'threads', 'tasks'],
    },
  ],
})

/** /.well-known/ai-catalog.json: every entry point for programs. */
export const aiCatalog = ({ baseUrl }: Site): object => ({
  specVersion: '1.0',
  name: 'svc',
  host: { displayName: 'svc', identifier: new URL(baseUrl).host },
  entries: (
    [
      ['mcp-server', '/mcp/server-card', 'application/mcp-server-card+json', 'MCP server'],
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

/** /mcp/server-card: the address of the MCP server, for clients that look it up before they connect. */
export const serverCard = ({ baseUrl }: Site): object => ({
  name: `${new URL(baseUrl).hostname.split('.').toReversed().join('.')}/svc`,
  title: 'svc',
  description: about,
  version: serverVersion,
  websiteUrl: baseUrl,
  remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
})
