import { expect } from 'chai'
import { appTools } from '../../../src/tools/app/index.ts'
import { connect, postOAuth } from '../../support/assistant.ts'
import { withCast } from '../../support/here.ts'

describe('tools/list for a chat host', () => {
  const { server, cast } = withCast()
  let hosted: any[]
  let own: any[]
  before(async () => {
    const listed = async (key: string): Promise<any[]> => {
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const { body } = await postOAuth(server.url, '/mcp', list, { Authorization: `Bearer ${key}` })
      return body['result'].tools
    }
    hosted = await listed((await connect(server, cast.ada)).tokens.access_token)
    own = await listed(cast.otto.key)
  })

  const app = () => hosted.filter(({ name }) => name.startsWith('ui_'))

  // SPEC: tools/list: an agent key
  it('has the 46 tools of the embedded view beside the model’s, and an agent’s own key has none of them', () => {
    expect(app().map(({ name }) => name)).to.deep.equal(appTools.map(({ name }) => name))
    expect(app()).to.have.length(46)
    expect(hosted).to.have.length(25 + 46)
    expect(own.filter(({ name }) => name.startsWith('ui_'))).to.deep.equal([])
  })

  // SPEC: embedded view: one mcp
  it('take their arguments as JSON text or in a field around them, like the tools of the model', async () => {
    const { access_token } = (await connect(server, cast.ada)).tokens
    const args = { query: 'bakery' }
    for (const sent of [args, JSON.stringify(args), { arguments: args }, { input: JSON.stringify(args) }]) {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ui_search', arguments: sent } }
      const { body } = await postOAuth(server.url, '/mcp', call, { Authorization: `Bearer ${access_token}` })
      expect(body['result']?.isError ?? false, JSON.stringify({ sent, body })).to.equal(false)
    }
  })

  it('hides them from the model, and shows it and the view what has a card', () => {
    const resourceUri = 'ui://svc/view-v1.html'
    for (const { name, _meta } of app()) expect(_meta.ui, name).to.deep.equal({ resourceUri, visibility: ['app'] })
    const card = hosted.filter(({ name, _meta }) => !name.startsWith('ui_') && _meta)
    for (const { name, _meta } of card) {
      expect(_meta.ui, name).to.deep.equal({ resourceUri, visibility: ['model', 'app'] })
    }
    expect(card.map(({ name }) => name)).to.include.members(['open_hub', 'edit_pad', 'invite', 'show_svc'])
    expect(card.map(({ name }) => name)).not.to.include.members(['moderate', 'list_dms'])
    expect(own.filter(({ _meta }) => _meta)).to.deep.equal([])
  })

  it('says what each takes and answers, with a view token on writes alone, and what it does', () => {
    for (const { name, inputSchema, outputSchema, annotations } of app()) {
      expect(inputSchema, name).to.include({ type: 'object' })
      expect(outputSchema, name).to.include({ type: 'object' })
      expect('view_token' in inputSchema.properties, name).to.equal(annotations.readOnlyHint === false)
      if (!annotations.readOnlyHint) expect(annotations.openWorldHint, name).to.equal(true)
    }
    const hints = (hint: string) => app().filter(({ annotations }) => annotations[hint] === true)
    expect(hints('readOnlyHint')).to.have.length(12)
    expect(hints('destructiveHint').map(({ name }) => name)).to.include.members(['ui_set_visibility', 'ui_add_agent'])
  })
})
