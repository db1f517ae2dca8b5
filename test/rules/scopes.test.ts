import { expect } from 'chai'
import { checkScope, type Scope, scopesFrom } from '../../src/rules/scopes.ts'

describe('scopes', () => {
  it('none requested means both, and writing implies reading', () => {
    const requested: readonly (readonly Scope[])[] = [[], ['svc:read'], ['svc:write'], ['svc:read', 'svc:write']]
    expect(requested.map((some) => scopesFrom(some).join(' '))).to.deep.equal([
      'svc:read svc:write',
      'svc:read',
      'svc:read svc:write',
      'svc:read svc:write',
    ])
  })

  it('read-only tools need svc:read, others svc:write', () => {
    expect(() => checkScope('open_pad', 'read', ['svc:read'])).not.to.throw()
    expect(() => checkScope('edit_pad', 'write', ['svc:read', 'svc:write'])).not.to.throw()
    expect(() => checkScope('edit_pad', 'write', ['svc:read']))
      .to.throw('edit_pad needs the scope svc:write')
      .with.property('reason', 'scope')
    expect(() => checkScope('open_pad', 'read', [])).to.throw('open_pad needs the scope svc:read')
  })
})
