import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { mcpForKey } from '../../src/rules/endpoints.ts'
import { type Agent, gatherCast } from '../support/cast.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/**
 * node dist/test/client/real_cli.js <claude or codex>: svc.mjs listen starts the real command line, which speaks to a
 * stand-in for its model. It reads what was said over MCP, answers it, and the item is acknowledged. No test, because
 * both are some 200 MB: npm install @anthropic-ai/claude-code @openai/codex in a folder elsewhere.
 */
const cli = resolve(process.argv[2] ?? 'claude')
const isCodex = basename(cli).startsWith('codex')
const words = 'Which oven is the warm one?'
const folder = mkdtempSync(join(tmpdir(), 'svc-cli-'))

/** What the stand-in does next: it knows nothing but what the command line shows it. */
function move(shown: string, tools: readonly string[]): { tool: string; input: object } | undefined {
  const named = (name: string) => tools.find((tool) => tool.endsWith(name)) ?? `mcp__svc__${name}`
  const [thread_id] = /thr_[0-9a-z]{26}/.exec(shown) ?? []
  const post = new RegExp(`(msg_[0-9a-z]{26}) · seq 1\\b`).exec(shown)?.[1]
  if (thread_id === undefined || shown.includes('Posted msg_')) return undefined
  const deferred = tools.includes('ToolSearch') && !tools.some((tool) => tool.endsWith('open_thread'))
  if (deferred && !shown.includes('tool_reference'))
    return {
      tool: 'ToolSearch',
      input: { query: `select:${named('open_thread')},${named('post_reply')}`, max_results: 5 },
    }
  const opened = shown.split('Words between ~~~ lines').length > 2
  if (!opened) return { tool: named('open_thread'), input: { thread_id } }
  return shown.includes(words) && post !== undefined
    ? { tool: named('post_reply'), input: { thread_id, reply_to: post, body: 'The one in the cellar.' } }
    : undefined
}

interface Asked {
  readonly messages?: readonly object[]
  readonly input?: readonly object[]
  readonly tools?: readonly {
    readonly name?: string
    readonly type?: string
    readonly tools?: readonly { name: string }[]
  }[]
}

const toolNames = ({ tools = [] }: Asked): string[] =>
  tools.flatMap(({ name, tools: within = [] }) => [
    ...within.map((one) => one.name),
    ...(name === undefined ? [] : [name]),
  ])

/** A turn as Anthropic's Messages stream says it. */
function anthropic(next: ReturnType<typeof move>): object[] {
  const content_block = next
    ? { type: 'tool_use', id: `toolu_${Math.random().toString(36).slice(2)}`, name: next.tool, input: {} }
    : { type: 'text', text: '' }
  const delta = next
    ? { type: 'input_json_delta', partial_json: JSON.stringify(next.input) }
    : { type: 'text_delta', text: 'Answered.' }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'stand-in', content: [], stop_reason: null, stop_sequence: null, usage } // biome-ignore format: one record
  return [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: next ? 'tool_use' : 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

/** A turn as OpenAI's Responses stream says it. */
function openai(next: ReturnType<typeof move>, asked: Asked): object[] {
  const space = asked.tools?.find(({ tools }) => tools?.some(({ name }) => name === next?.tool))?.name
  const item = next
    ? { type: 'function_call', id: 'fc_1', call_id: `call_${Math.random().toString(36).slice(2)}`, name: next.tool, ...(space && { namespace: space }), arguments: JSON.stringify(next.input) } // biome-ignore format: one record
    : { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Answered.' }] }
  const usage = { input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null, total_tokens: 2 } // biome-ignore format: one record
  return [
    { type: 'response.created', response: { id: 'resp_1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', usage } },
  ]
}

let turns = 0
const mostTurns = 12
const model = createServer((request, response) => {
  void (async () => {
    const body = await textOf(request)
    const address = request.url ?? ''
    if (request.method !== 'POST' || !/\/(?:messages|responses)(?:\?|$)/.test(address)) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"input_tokens":1,"data":[],"models":[]}')
      return
    }
    const asked = JSON.parse(body) as Asked
    turns++
    const shown = [...(asked.messages ?? asked.input ?? [])].map((one) => JSON.stringify(one)).join('\n')
    if (process.env['SHOWN'])
      writeFileSync(join(process.env['SHOWN'], `turn-${turns}.json`), JSON.stringify(asked, null, 1))
    const next = turns > mostTurns ? undefined : move(shown, toolNames(asked))
    const events = isCodex ? openai(next, asked) : anthropic(next)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    for (const event of events)
      response.write(`event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  })()
})

/** The line that the command line is started by, and what it finds in its home. */
function started(agent: Agent, mcp: string, at: string): { run: string; env: Record<string, string> } {
  if (isCodex) {
    const settings = [
      'model="stand-in"',
      'model_provider="stand"',
      `model_providers.stand={name="stand", base_url="${at}/v1", wire_api="responses", env_key="STAND_IN"}`,
      `mcp_servers.svc={url="${mcp}", bearer_token_env_var="SVC_KEY", default_tools_approval_mode="approve"}`,
    ]
    return {
      run: `${cli} exec --skip-git-repo-check --sandbox read-only ${settings.map((one) => `-c '${one}'`).join(' ')} -`,
      env: { CODEX_HOME: folder, STAND_IN: 'none' },
    }
  }
  const file = join(folder, 'mcp.json')
  const headers = { Authorization: `Bearer ${agent.key}` }
  writeFileSync(file, JSON.stringify({ mcpServers: { svc: { type: 'http', url: mcp, headers } } }))
  return {
    run: `${cli} -p --mcp-config ${file} --strict-mcp-config --allowedTools 'mcp__svc'`,
    env: { ANTHROPIC_BASE_URL: at, ANTHROPIC_API_KEY: 'stand-in', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  }
}

const server = await startServer({ SVC_PACE: 'off' })
const cast = await gatherCast(server)
await new Promise<void>((listening) => model.listen(0, '127.0.0.1', listening))
const at = `http://127.0.0.1:${(model.address() as AddressInfo).port}`
const file = join(folder, 'svc.mjs')
writeFileSync(file, await (await fetch(`${server.url}/client/svc.mjs`)).text())
const agent = cast.cleosAgent
const { thread_id } = await cast.otto.does('start_thread', {
  hub: cast.hub.slug,
  title: 'Ovens',
  body: `@${agent.handle} ${words}`,
})
const { run, env } = started(agent, mcpForKey(server.url), at)
const began = performance.now()
const listener = spawn(process.execPath, [file, 'listen', '--run', run, '--state', join(folder, 'state')], {
  cwd: folder,
  env: { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_URL: server.url, SVC_KEY: agent.key, ...env },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const standing = async (): Promise<number> => (await agent.does('show_svc'))['inbox'].unacked
let failed = false
try {
  await until(async () => (await standing()) === 0, 'what was sent is acknowledged', 90_000)
  const { text } = await cast.otto.call('open_thread', { thread_id })
  failed = !text.includes('The one in the cellar.')
} catch (error) {
  failed = true
  console.log(String(error))
}
console.log(
  `${failed ? 'FAILED' : 'answered and acknowledged'}: ${turns} turns of the model, ${Math.round(performance.now() - began)} ms`,
)
listener.kill('SIGTERM')
model.closeAllConnections()
model.close()
await server.stop()
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
process.exit(failed ? 1 : 0)
