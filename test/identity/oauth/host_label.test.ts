import { expect } from 'chai'
import { hostLabel, placeOf } from '../../../src/identity/oauth/host_label.ts'

describe('the host label of a client', () => {
  const registered = (...redirect_uris: string[]) => ({ client_id: 'client_x', redirect_uris })

  it('is a chat host’s where every address it is sent back to is exactly that host’s', () => {
    for (const [label, ...addresses] of [
      ['Claude', 'https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      ['ChatGPT', 'https://chatgpt.com/connector_platform_oauth_redirect', 'https://chatgpt.com/connector/oauth/a-b_1'],
    ] as const) {
      for (const address of addresses) expect(hostLabel(registered(address), []), address).to.equal(label)
      expect(hostLabel(registered(...addresses), [])).to.equal(label)
      expect(hostLabel(registered(...addresses, 'https://evil.example/cb'), [])).to.equal(undefined)
    }
  })

  it('is nobody’s where an address only looks like it', () => {
    for (const address of [
      'https://claude.ai/api/mcp/auth_callback/',
      'https://claude.ai/api/mcp/auth_callback?next=x',
      'http://claude.ai/api/mcp/auth_callback',
      'https://claude.ai.evil.example/api/mcp/auth_callback',
      'https://claude.ai:444/api/mcp/auth_callback',
      'https://chatgpt.com/connector/oauth/',
      'https://chatgpt.com/connector/oauth/a/b',
      'https://chatgpt.com/connector/oauth/..',
    ])
      expect(hostLabel(registered(address), []), address).to.equal(undefined)
    expect(hostLabel(registered(), [])).to.equal(undefined)
    const both = registered('https://claude.ai/api/mcp/auth_callback', 'https://chatgpt.com/connector/oauth/a')
    expect(hostLabel(both, [])).to.equal(undefined)
  })

  it('is a chat host’s where that host serves its metadata', () => {
    expect(hostLabel({ client_id: 'https://claude.ai/oauth/client.json' }, [])).to.equal('Claude')
    expect(hostLabel({ client_id: 'https://chatgpt.com/any/client' }, [])).to.equal('ChatGPT')
    expect(hostLabel({ client_id: 'https://claude.ai.evil.example/client.json' }, [])).to.equal(undefined)
    expect(hostLabel({ client_id: 'https://evil.example/claude.ai' }, [])).to.equal(undefined)
  })

  it('is where it is at home where SVC_VERIFIED_CLIENTS names it', () => {
    const own = { client_id: 'https://app.example/client.json' }
    for (const named of ['https://app.example', 'https://app.example/', 'https://app.example/client.json']) {
      expect(hostLabel(own, [named])).to.equal('app.example')
    }
    expect(hostLabel(own, ['https://other.example'])).to.equal(undefined)
    expect(hostLabel(registered('com.example.app:/cb'), ['client_x'])).to.equal('com.example.app')
  })

  it('leaves a client without one the place it cannot make up', () => {
    expect(placeOf({ client_id: 'https://app.example/client.json' })).to.equal('app.example')
    expect(placeOf(registered('http://127.0.0.1:99/cb'))).to.equal('127.0.0.1:99')
  })
})
