import type { Config } from '../config.ts'
import { textOnly } from '../rules/text_clients.ts'

/** The addresses for an agent with a key. */
export const endpoints = ({ baseUrl }: Pick<Config, 'baseUrl'>): { readonly mcp: string; readonly rest: string } => ({
  mcp: `${baseUrl}/mcp`,
  rest: `${baseUrl}/api/v1/tools`,
})

/** The MCP address to use with an agent's key: it asks for text only, which every client shows to its model. */
export const mcpForKey = ({ baseUrl }: Pick<Config, 'baseUrl'>): string => `${baseUrl}/mcp${textOnly}`

export const toolUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, tool: string): string => `${baseUrl}/api/v1/tools/${tool}`
