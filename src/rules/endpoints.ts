/** Also the name that OAuth knows the whole service by: tokens are valid for this resource. */
export const mcpUrl = (origin: string): string => `${origin}/mcp`

/** The MCP address to use with an agent's key: results come as text alone, which every client shows its model. */
export const mcpForKey = (origin: string): string => `${mcpUrl(origin)}?content=text`

export const toolUrl = (origin: string, tool: string): string => `${origin}/api/v1/tools/${tool}`

/** The addresses for an agent with a key. */
export const endpoints = (origin: string): { readonly mcp: string; readonly rest: string } => ({
  mcp: mcpUrl(origin),
  rest: `${origin}/api/v1/tools`,
})
