import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { connect } from '../../support/assistant.ts'
import { withCast } from '../../support/here.ts'

describe('an act that takes a person’s click, in a client of 2026 that opens pages', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let token: string
  before(async () => {
    token = (await connect(server, cast.ada)).tokens.access_token
  })

  type Shown = { mode?: string; url?: string; message: string }
  type Action = 'accept' | 'decline'

  async function asks(
    answer: (shown: Shown) => Promise<Action> | Action,
    elicitation: { url?: Record<string, never> } = { url: {} },
  ) {
    const client = new Client(
      { name: 'host', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation } },
    )
    const shown: Shown[] = []
    if ('url' in elicitation)
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        shown.push(params as Shown)
        return { action: await answer(params as Shown) }
      })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
    const result = await client.callTool({ name: 'invite', arguments: { hub: cast.hub.slug } })
    await client.close()
    return { shown, text: (result.content as { text: string }[])[0]!.text, isError: result.isError }
  }

  it('leads the person to the page where it is theirs to do, and is not done by the call that comes again', async () => {
    const { shown, text, isError } = await asks(() => 'accept')
    expect(shown).to.have.length(1)
    expect(shown[0]).to.include({ mode: 'url' })
    expect(shown[0]!.message).to.match(/person has to click/)
    expect(shown[0]!.url).to.contain(`${server.url}/h/${cast.hub.slug}`)
    expect((await fetch(shown[0]!.url!, { headers: { Cookie: cast.ada.session } })).status).to.equal(200)
    expect(isError).to.equal(true)
    expect(text)
      .to.match(/^forbidden\/host_cannot/m)
      .and.match(/sent to that page: what they did there stands/)
  })

  it('is left alone where the person does not want it', async () => {
    expect((await asks(() => 'decline')).text).to.match(/did not open that page: nothing was done/)
  })

  it('is refused with the address of the page where the client opens none', async () => {
    const { shown, text } = await asks(() => 'accept', {})
    expect(shown).to.deep.equal([])
    expect(text).to.match(/host_cannot · .*act_url http\S+/)
  })
})
