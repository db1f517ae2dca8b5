import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../../src/root.ts'
import { mcpForKey } from '../../../src/rules/endpoints.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'

const run = promisify(execFile)

/**
 * Clients that people use, as they come from npm, each with a stand-in for its model that knows nothing but what the
 * client shows it. It reads a thread and answers the post that it read.
 */
describe('a client from npm shows its model what participants wrote', () => {
  const words = 'The oven in the cellar is the warm one'
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let thread_id: string

  before(async () => {
    thread_id = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Ovens', body: words })
  })

  /** What the stand-in does with what it was shown: it answers the post that holds the words, if it sees it. */
  const answerTo = (shown: string, body: string) => {
    const post = /(msg_\w+) · seq 1\b/.exec(shown)?.[1]
    return shown.includes(words) && post !== undefined ? { thread_id, reply_to: post, body } : undefined
  }
  const posts = async () => (await cast.otto.call('open_thread', { thread_id })).text

  describe('mcporter', () => {
    let folder: string
    before(async () => (folder = await mkdtemp(join(tmpdir(), 'mcporter-'))))
    after(() => rm(folder, { recursive: true }))

    const command = join(root, 'node_modules', 'mcporter', 'dist', 'cli.js')
    async function shows(address: string, tool: string, args: object): Promise<string> {
      const file = join(folder, 'mcporter.json')
      const headers = { Authorization: `Bearer ${cast.bensAgent.key}` }
      await writeFile(file, JSON.stringify({ mcpServers: { svc: { baseUrl: address, headers } }, imports: [] }))
      const asked = ['call', `svc.${tool}`, '--config', file, '--args', JSON.stringify(args)]
      const env = { ...process.env, HOME: folder, MCPORTER_KEEPALIVE: 'off' }
      return (await run(process.execPath, [command, ...asked], { cwd: folder, env })).stdout
    }

    it('would keep them to itself where a result has fields', async () => {
      expect(await shows(`${server.url}/mcp?content=both`, 'open_thread', { thread_id })).not.to.contain(words)
    })

    it('at the plain address, by what it calls itself', async () => {
      const answer = answerTo(await shows(`${server.url}/mcp`, 'open_thread', { thread_id }), 'Thanks, says mcporter.')
      expect(answer, 'what it was shown').not.to.equal(undefined)
      await shows(`${server.url}/mcp`, 'post_reply', answer!)
      expect(await posts()).to.contain('Thanks, says mcporter.')
    })
  })

  describe('the AI SDK', () => {
    // met as they run, like the command above: the build of the service knows neither
    const load = (name: string): Promise<any> => import(name)

    it('at the address that is handed out for a key', async () => {
      const [{ generateText, stepCountIs }, { MockLanguageModelV3 }, { createMCPClient }] = await Promise.all(
        ['ai', 'ai/test', '@ai-sdk/mcp'].map(load),
      )
      const client = await createMCPClient({
        transport: {
          type: 'http',
          url: mcpForKey(server.url),
          headers: { Authorization: `Bearer ${cast.cleosAgent.key}` },
        },
      })
      const calls = (toolName: string, input: object) => ({
        content: [{ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }],
        finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      })
      const model = new MockLanguageModelV3({
        doGenerate: async ({ prompt }: { prompt: readonly { role: string }[] }) => {
          const shown = JSON.stringify(prompt.filter(({ role }) => role === 'tool'))
          if (shown === '[]') return calls('open_thread', { thread_id })
          const answer = answerTo(shown, 'Thanks, says the AI SDK.')
          if (!shown.includes('Posted') && answer) return calls('post_reply', answer)
          return {
            ...calls('', {}),
            content: [{ type: 'text', text: shown }],
            finishReason: { unified: 'stop', raw: 'stop' },
          }
        },
      })
      const { text } = await generateText({
        model,
        tools: await client.tools(),
        prompt: 'Answer what was asked.',
        stopWhen: stepCountIs(4),
      })
      await client.close()
      expect(text).to.contain(words)
      expect(await posts()).to.contain('Thanks, says the AI SDK.')
    })
  })
})
