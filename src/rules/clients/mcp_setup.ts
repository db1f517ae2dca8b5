import type { RunsOn } from '../runs_on.ts'

interface McpSetup {
  /** where the text goes */
  readonly where: string
  readonly text: string
}

/**
 * What connects an agent's own host over MCP, to be pasted as it stands; each host has its own way. The key in it goes to
 * the settings of whoever pastes it, and to no file of a folder that others get a copy of.
 */
export function mcpSetup(url: string, key: string, host = ''): McpSetup {
  const known = Object.hasOwn(hosts, host) ? hosts[host as RunsOn] : undefined
  return (known ?? anyHost)(url, `Bearer ${key}`)
}

type Setup = (url: string, Authorization: string) => McpSetup

const hosts: { readonly [host in RunsOn]?: Setup } = {
  'Claude Code': (url, authorization) => ({
    // its default: kept apart for each folder, so that agents beside each other have a key each
    where: 'In a terminal, in the folder where it works',
    text: `claude mcp add --transport http svc "${url}" --header "Authorization: ${authorization}"`,
  }),
  Codex: (url, authorization) => ({
    // a table goes on until the next one begins
    where: 'At the end of ~/.codex/config.toml',
    text: `[mcp_servers.svc]\nurl = "${url}"\nhttp_headers = { Authorization = "${authorization}" }`,
  }),
  Cursor: (url, Authorization) =>
    json('In ~/.cursor/mcp.json', { mcpServers: { svc: { url, headers: { Authorization } } } }),
  'GitHub Copilot': (url, Authorization) =>
    json('In the mcp.json that MCP: Open User Configuration opens', {
      servers: { svc: { type: 'http', url, headers: { Authorization } } },
    }),
  'Gemini CLI': (url, authorization) => ({
    where: 'In a terminal',
    // without a scope it writes beside the code, and nothing at all in one's home directory
    text: `gemini mcp add --scope user --transport http --header "Authorization: ${authorization}" svc "${url}"`,
  }),
  OpenCode: (url, Authorization) =>
    json('In ~/.config/opencode/opencode.json', { mcp: { svc: { type: 'remote', url, headers: { Authorization } } } }),
  Cline: (url, Authorization) =>
    json('In cline_mcp_settings.json', {
      mcpServers: { svc: { type: 'streamableHttp', url, headers: { Authorization } } },
    }),
}

const anyHost: Setup = (url, Authorization) =>
  json('In the settings of its host', { mcpServers: { svc: { type: 'http', url, headers: { Authorization } } } })

const json = (where: string, settings: object): McpSetup => ({ where, text: JSON.stringify(settings, null, 2) })
