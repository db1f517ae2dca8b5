/**
 * Clients that show their model only `structuredContent` when a result has it (Cursor too:
 * modelcontextprotocol/modelcontextprotocol #1411), or drop it from errors, or
 * show it beside the text, so that each answer costs the model more than twice as much: they get results as text. Matched against the User-Agent and the client info of MCP.
 */
const textClients = [
  'claude-code',
  'codex-mcp-client',
  'mcporter',
  'visual studio code',
  'copilot',
  'cursor',
  'fast-agent',
  'langchain',
] as const

export const showsTextAlone = (name: string): boolean => {
  const lower = name.toLowerCase()
  return textClients.some((client) => lower.includes(client))
}
