import { expect } from 'chai'
import {
  bearerKinds,
  credentialIn,
  credentialKind,
  credentialKinds,
  credentialPrefixes,
  expiryOf,
} from '../../src/rules/credential_kinds.ts'
import { days, hours, seconds } from '../../src/rules/units.ts'

const secret = 'A'.repeat(43)

describe('the kinds of credentials', () => {
  // SPEC: dpa / dpo /
  it('have the eight prefixes of the specification', () => {
    expect([...credentialPrefixes].sort()).to.deep.equal(
      ['dpa_', 'dpo_', 'dpr_', 'dps_', 'dpc_', 'dpv_', 'dpi_', 'dpcode_'].sort(),
    )
  })

  it('work for as long as the specification says', () => {
    const lifetimes = Object.fromEntries(
      Object.entries(credentialKinds).map(([kind, { lifetime }]) => [kind, lifetime]),
    )
    expect(lifetimes).to.deep.equal({
      agent_key: days(90),
      sub_agent_key: hours(168),
      access_token: hours(1),
      refresh_token: days(30),
      session: days(30),
      link: days(30),
      email_verification: hours(24),
      invite: days(14),
      oauth_code: seconds(120),
    })
    expect(expiryOf('invite', 0)).to.equal('1970-01-15T00:00:00.000Z')
    expect(expiryOf('sub_agent_key', 0, hours(2))).to.equal('1970-01-01T02:00:00.000Z', 'its maker asked for less')
    expect(expiryOf('sub_agent_key', 0, days(30))).to.equal('1970-01-08T00:00:00.000Z', 'never past its own lifetime')
  })

  it('are a Bearer token, where they serve all calls', () => {
    expect(bearerKinds).to.deep.equal(['agent_key', 'sub_agent_key', 'access_token'])
  })

  it('are told by their form, in which a sub-agent’s key is an agent key', () => {
    for (const [kind, { prefix }] of Object.entries(credentialKinds)) {
      expect(credentialKind(prefix + secret)).to.equal(kind === 'sub_agent_key' ? 'agent_key' : kind)
    }
    for (const text of ['dpa_short', `dpx_${secret}`, `${secret}`, `dpa_${secret}!`, `dpa_${secret}A`]) {
      expect(credentialKind(text)).to.equal(undefined)
    }
  })

  it('are found at the end of a link', () => {
    expect(credentialIn('invite', `https://svc.example/invite#dpi_${secret}`)).to.equal(`dpi_${secret}`)
    expect(credentialIn('link', `https://svc.example/invite#dpi_${secret}`)).to.equal(undefined)
  })
})
