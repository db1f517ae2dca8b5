import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { coreTools } from '../../../src/rules/clients/core_tools.ts'
import type { Agent } from '../../support/cast.ts'
import { type Assistant, connect } from '../../support/assistant.ts'
import { withCast } from '../../support/here.ts'

describe('a client of /mcp', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })

  async function asks(key: string, message: object, query = '', headers: Record<string, string> = {}) {
    const response = await fetch(`${server.url}/mcp${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    })
    return ((await response.json()) as { result: Record<string, any> }).result
  }
  const home = { method: 'tools/call', params: { name: 'show_svc', arguments: {} } }
  const initialize = (name: string) => ({
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '1' } },
  })
  const fieldsOf = async (agent: Agent, query = '', headers = {}) =>
    (await asks(agent.key, home, query, headers))['structuredContent']

  it('gets text alone where its address asks for it, and fields with it where it asks for both', async () => {
    expect(await fieldsOf(cast.otto)).to.have.property('me')
    expect(await fieldsOf(cast.otto, '?content=text')).to.equal(undefined)
    const refused = await asks(cast.otto.key, { ...home, params: { name: 'open_pad', arguments: {} } }, '?content=text')
    expect(refused).to.include({ isError: true }).and.not.have.property('structuredContent')
    expect(refused['content'][0].text).to.match(/pad_id/)
    expect(await fieldsOf(cast.otto, '?content=both', { 'User-Agent': 'claude-code/2.1.328 (cli)' })).to.have.property(
      'me',
    )
  })

  it('gets text without asking where it is known to show its model the fields alone, or everything twice', async () => {
    for (const agent of [
      'claude-code/2.1.328 (cli)',
      'codex-mcp-client/0.169',
      'mcporter/1',
      'Visual Studio Code/1.110',
      'Cursor/3.9.16 (linux x64)',
    ])
      expect(await fieldsOf(cast.otto, '', { 'User-Agent': agent }), agent).to.equal(undefined)
    expect(await fieldsOf(cast.otto, '', { 'User-Agent': 'node' })).to.have.property('me')
  })

  it('is known by the name it gave as it initialized, until another one initializes with the same key', async () => {
    for (const name of ['Visual Studio Code', 'cursor-vscode', 'fast-agent-mcp', '@langchain/mcp-adapters']) {
      await asks(cast.bensAgent.key, initialize(name))
      expect(await fieldsOf(cast.bensAgent), name).to.equal(undefined)
    }
    expect(await fieldsOf(cast.cleosAgent)).to.have.property('me')
    await asks(cast.bensAgent.key, initialize('something else'))
    expect(await fieldsOf(cast.bensAgent)).to.have.property('me')
  })

  it('is told by its User-Agent from another one that has the same key', async () => {
    const [editor, script] = [{ 'User-Agent': 'node' }, { 'User-Agent': 'curl/8' }]
    await asks(cast.cleosAgent.key, initialize('Visual Studio Code'), '', editor)
    expect(await fieldsOf(cast.cleosAgent, '', editor)).to.equal(undefined)
    expect(await fieldsOf(cast.cleosAgent, '', script)).to.have.property('me')
  })

  it('of 2026 is known by what each of its requests says', async () => {
    for (const [name, fields] of [
      ['GitHub Copilot CLI', false],
      ['something else', true],
    ] as const) {
      const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const requestInit = { headers: { authorization: `Bearer ${cast.stranger.key}` } }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
      const { structuredContent } = await client.callTool({ name: 'show_svc', arguments: {} })
      expect(structuredContent !== undefined, name).to.equal(fields)
      await client.close()
    }
  })

  describe('with a person behind it', () => {
    let assistant: Assistant
    let token = ''
    before(async () => {
      assistant = await connect(server, cast.ada)
      token = assistant.tokens.access_token
    })
    const listed = async (query = '', headers = {}) =>
      (await asks(token, { method: 'tools/list', params: {} }, query, headers))['tools'] as {
        name: string
        outputSchema?: object
      }[]

    it('gives the embedded view the fields of a refusal where the model gets text', async () => {
      const call = (name: string) =>
        asks(token, { method: 'tools/call', params: { name, arguments: {} } }, '?content=text')
      const [view, model] = [await call('ui_post'), await call('post_reply')]
      expect(view['structuredContent']).to.include({ error: 'invalid', reason: 'schema' })
      expect(model).to.include({ isError: true }).and.not.have.property('structuredContent')
    })

    it('lists no output schemas where results come as text', async () => {
      expect((await listed()).every(({ outputSchema }) => outputSchema !== undefined)).to.equal(true)
      expect((await listed('?content=text')).some(({ outputSchema }) => outputSchema !== undefined)).to.equal(false)
    })

    it('lists what its address names: the tools of a first day, a model’s, all, or some', async () => {
      const names = async (query: string) => (await listed(query)).map(({ name }) => name)
      expect((await names('?tools=core')).toSorted()).to.deep.equal(coreTools.toSorted())
      expect(await names('?tools=model')).to.have.length(25)
      expect(await names('?tools=all')).to.have.length(71)
      expect(await names('?tools=open_pad,edit_pad,nothing')).to.deep.equal(['open_pad', 'edit_pad'])
      expect(await names('')).to.have.length(71)
    })

    // SPEC: tools/list: an agent key
    it('of 2026 is listed the tools of the embedded view, whatever extensions it announces', async () => {
      for (const extensions of [{}, { 'io.modelcontextprotocol/ui': { mimeTypes: [] } }]) {
        const client = new Client(
          { name: 'host', version: '1' },
          { versionNegotiation: { mode: 'auto' }, capabilities: { extensions } as object },
        )
        const requestInit = { headers: { authorization: `Bearer ${token}` } }
        await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
        expect((await client.listTools()).tools).to.have.length(71)
        await client.close()
      }
    })

    it('is still known by its name when its access token is renewed', async () => {
      await asks(token, initialize('Visual Studio Code'))
      const { access_token } = (await assistant.refresh()).body
      expect(access_token).not.to.equal(token)
      expect(await asks(access_token, home))
        .to.include.keys('content')
        .and.not.have.property('structuredContent')
    })
  })
})
