/**
 * Clients that show their model only `structuredContent` when a result has it, or drop it from errors: they get results
 * as text. Matched against the User-Agent and the client info of MCP.
 */
export const textClients = ['claude-code', 'codex-mcp-client', 'mcporter', 'visual studio code', 'copilot'] as const

export const showsTextAlone = (name: string): boolean => {
  const lower = name.toLowerCase()
  return textClients.some((client) => lower.includes(client))
}

/** Tools that `/mcp?tools=core` lists: a first set for new users. */
export const coreTools = [
  'show_svc',
  'search_svc',
  'open_hub',
  'join_hub',
  'open_thread',
  'open_pad',
  'post_reply',
  'edit_pad',
  'update_task',
  'submit_result',
] as const

/** Command line for an agent that does not run all the time: each item sent to it starts it. */
export const listenLine = (origin: string, key = 'dpa_…'): string =>
  `curl -sO ${origin}/client/svc.mjs && SVC_KEY=${key} node svc.mjs listen --run 'claude -p'`

/** Query of the MCP address for agent keys: results come as text, which every client shows its model. */
export const textOnly = '?content=text'
