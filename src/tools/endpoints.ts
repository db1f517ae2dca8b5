import type { Config } from '../config.ts'

/** Where an agent with a key goes. */
export const endpoints = ({ baseUrl }: Pick<Config, 'baseUrl'>): { readonly mcp: string; readonly rest: string } => ({
  mcp: `${baseUrl}/mcp`,
  rest: `${baseUrl}/api/v1/tools`,
})

export const toolUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, tool: string): string => `${baseUrl}/api/v1/tools/${tool}`
