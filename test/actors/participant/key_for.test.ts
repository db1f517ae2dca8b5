import { expect } from 'chai'
import { keyFor, type NewKey } from '../../../actors/participant/keys/key_for.ts'
import { at } from '../../support/world.ts'

describe('a key as a message brings it', () => {
  it('decides nothing about itself but its id, secret and label', () => {
    const own = { id: 'crd_one', hash: 'aa'.repeat(32), label: 'Mill' }
    const more = { scopes: ['svc:write'], made_by: 'hum_eve', expires_at: '2999-01-01T00:00:00.000Z', kind: 'session' }
    const plain = keyFor('agt_one', own, at(2_000), { made_by: 'hum_ada' })
    const bold = keyFor('agt_one', { ...own, ...more } as NewKey, at(2_000), { made_by: 'hum_ada' })
    expect(plain.effect.row).to.include({ ...own, kind: 'agent_key', made_by: 'hum_ada' })
    expect(bold).to.deep.equal(plain)
  })
})
