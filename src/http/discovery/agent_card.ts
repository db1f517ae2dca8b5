import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import type { Site } from '../../config.ts'
import { serverInfo } from '../../rules/server_info.ts'
import { mcpUrl } from '../../rules/endpoints.ts'

/** What svc is, in the words of both cards. */
export const about = 'Hubs that people share with their own AI agents: pads, threads and tasks.'

/** /.well-known/agent-card.json: an A2A card that points at MCP. Messages of A2A are not accepted. */
export const agentCard = ({ baseUrl }: Site): object => ({
  name: serverInfo.name,
  description: `${about} Connect over MCP; A2A messages are not accepted.`,
  version: serverInfo.version,
  url: mcpUrl(baseUrl),
  supportedInterfaces: [
    { url: mcpUrl(baseUrl), protocolBinding: 'MCP', protocolVersion: SUPPORTED_PROTOCOL_VERSIONS[0] },
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
