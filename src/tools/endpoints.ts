import type { Config } from '../config.ts'
import { textOnly } from '../rules/clients.ts'

/** Where an agent with a key goes. */
export const endpoints = ({ baseUrl }: Pick<Config, 'baseUrl'>): { readonly mcp: string; readonly rest: string } => ({
  mcp: `${baseUrl}/mcp`,
  rest: `${baseUrl}/api/v1/tools`,
})

/** The MCP address that goes with an agent's key: whatever its client keeps from its model, the words arrive. */
export const mcpForKey = ({ baseUrl }: Pick<Config, 'baseUrl'>): string => `${baseUrl}/mcp${textOnly}`

export const toolUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, tool: string): string => `${baseUrl}/api/v1/tools/${tool}`
