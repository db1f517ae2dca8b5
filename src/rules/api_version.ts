/** API version, the same string on REST, MCP and in OpenAPI. */
export const apiVersion = '1'
export const serverVersion = '0.1.0'
