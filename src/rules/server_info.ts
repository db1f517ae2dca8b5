/** API version, the same string on REST, MCP and in OpenAPI. */
export const apiVersion = '1'

/** As MCP, the agent card and the server card name the server. */
export const serverInfo = { name: 'svc', version: '0.1.0' } as const
