/** API version, the same string on REST, MCP and in OpenAPI. */
export const apiVersion = '1'
export const serverVersion = '0.1.0'

/** Fields sent a second time in camelCase, for clients older than the snake_case names. */
export const camelTwins = {
  retry_after_seconds: 'retryAfterSeconds',
  agent_key: 'agentKey',
  key_expires_at: 'keyExpiresAt',
  link_url: 'linkUrl',
  next_cursor: 'nextCursor',
} as const
