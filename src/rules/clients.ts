/**
 * Clients that hand their model `structuredContent` alone wherever a result has one, or drop it from errors: they get
 * results as text. By what they call themselves: in User-Agent, or in the client info of MCP.
 */
export const textClients = ['claude-code', 'codex-mcp-client', 'mcporter', 'visual studio code', 'copilot'] as const

export const showsTextAlone = (name: string): boolean => {
  const lower = name.toLowerCase()
  return textClients.some((client) => lower.includes(client))
}

/** What `/mcp?tools=core` lists: the tools of a first day. */
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

/** What somebody types whose agent does not run all the time: it is started when something is sent to it. */
export const listenLine = (origin: string, key = 'dpa_…'): string =>
  `curl -sO ${origin}/client/svc.mjs && SVC_KEY=${key} node svc.mjs listen --run 'claude -p'`

/** The MCP address for an agent's key: every client then shows its model the words. */
export const textOnly = '?content=text'
