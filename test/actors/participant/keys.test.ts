import { expect } from 'chai'
import { addKey } from '../../../actors/participant/keys/add_key.ts'
import { emptyInbox } from '../../../actors/participant/inbox/inbox.ts'
import { register } from '../../../actors/participant/register.ts'
import { revoke } from '../../../actors/participant/keys/revoke.ts'
import { rotateKey } from '../../../actors/participant/keys/rotate_key.ts'
import type { Participant } from '../../../actors/participant/state.ts'
import type { CredentialState } from '../../../sql/reads/account/credentials.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { caller } from '../../support/caller.ts'
import { at } from '../../support/world.ts'
import { decidedAs } from '../../support/refusal.ts'

const now = Date.parse('2026-09-24T10:00:00.000Z')
const iso = (at: number): string => new Date(at).toISOString()
const key = { id: 'crd_new', hash: 'ab'.repeat(32) }

const by = (over: Partial<Caller> = {}) => caller('agt_otto', { verified: false, credential_id: 'crd_old', ...over })
const ada = caller('hum_ada', { verified: false, credential_id: 'crd_ada' })
const otto = (over: Partial<Participant> = {}): Participant => ({
  id: 'agt_otto',
  kind: 'agent',
  handle: 'otto',
  inbox: emptyInbox,
  ...over,
})
const stored = (over: Partial<CredentialState> = {}): CredentialState => ({
  id: 'crd_old',
  kind: 'agent_key',
  participant_id: 'agt_otto',
  made_by: 'agt_otto',
  human_id: 'hum_ada',
  grant_id: null,
  expires_at: now + days(3),
  revoked: false,
  ...over,
})

const names = (outcome: { effects?: readonly { kind: { name: string } }[] }): string[] =>
  (outcome.effects ?? []).map(({ kind }) => kind.name)

describe('registering an agent', () => {
  const asked = { id: 'agt_otto', handle: 'otto', name: untrusted('Otto'), runs_on: 'Codex', key }
  const still = { credential: undefined }

  it('makes an unlinked agent with a key for 90 days and a link for 30', () => {
    const outcome = register.decide(
      undefined,
      { ...asked, link: { id: 'crd_link', hash: 'cd'.repeat(32) } },
      still,
      at(now),
    )
    expect(outcome.state).to.deep.equal(otto())
    expect(outcome.reply).to.deep.equal({ id: 'agt_otto', handle: 'otto', key_expires_at: iso(now + days(90)) })
    const rows = (outcome.effects ?? []).map(({ row }) => row)
    expect(rows).to.deep.include({ handle: 'otto', participant_id: 'agt_otto', at: iso(now) })
    expect(rows[2]).to.deep.include({
      kind: 'agent_key',
      hash: key.hash,
      made_by: 'agt_otto',
      expires_at: iso(now + days(90)),
    })
    expect(rows[3]).to.deep.include({ kind: 'link', expires_at: iso(now + days(30)) })
  })

  it('links it from the start where a person makes it', () => {
    const outcome = register.decide(undefined, { ...asked, by: ada }, still, at(now))
    expect(outcome.state?.human_id).to.equal('hum_ada')
    const rows = (outcome.effects ?? []).map(({ row }) => row)
    // their account has to stand
    expect(rows[0]).to.deep.equal({ id: 'hum_ada' })
    expect(rows[1]).to.deep.include({ human_id: 'hum_ada', linked_at: iso(now) })
    expect(rows[3]).to.deep.include({ made_by: 'hum_ada' })
    expect(names(outcome)).not.to.include('link')
  })

  it('says no secret in its reply, which is kept', () => {
    expect(JSON.stringify(register.decide(undefined, { ...asked, by: ada }, still, at(now)).reply)).not.to.include(
      key.hash,
    )
  })
})

describe('renewing a key', () => {
  it('gives 90 days to the new one and an hour to the old one', () => {
    const outcome = rotateKey.decide(otto(), { by: by(), key }, { old: stored() }, at(now))
    expect(outcome.reply).to.deep.equal({
      key_expires_at: iso(now + days(90)),
      previous_key_expires_at: iso(now + hours(1)),
    })
    expect(names(outcome)).to.deep.equal(['credential.insert', 'credential.shorten'])
  })

  it('never lengthens the life of the old one', () => {
    const { reply } = rotateKey.decide(otto(), { by: by(), key }, { old: stored({ expires_at: now + 1_000 }) }, at(now))
    expect((reply as { previous_key_expires_at: string }).previous_key_expires_at).to.equal(iso(now + 1_000))
  })

  it('is refused to a sub-agent, and to a key that was revoked or ran out meanwhile', () => {
    const ask = (by: Caller, old: CredentialState, agent = otto()) =>
      decidedAs(() => rotateKey.decide(agent, { by, key }, { old }, at(now)))
    expect(ask(by({ connection: 'sub_agent_key' }), stored())).to.equal('forbidden/subagent')
    expect(ask(by(), stored({ revoked: true }))).to.equal('unauthenticated/revoked')
    expect(ask(by(), stored({ expires_at: now }))).to.equal('unauthenticated/revoked')
  })
})

describe('another key for an agent', () => {
  it('is made by its human and by nobody else', () => {
    const linked = otto({ human_id: 'hum_ada' })
    expect(names(addKey.decide(linked, { by: ada, key }, { last: undefined as never }, at(now)))).to.deep.equal([
      'credential.insert',
    ])
    expect(decidedAs(() => addKey.decide(otto(), { by: ada, key }, { last: undefined as never }, at(now)))).to.equal(
      'not_found/not_your_agent',
    )
    expect(
      decidedAs(() =>
        addKey.decide(otto({ human_id: 'hum_ben' }), { by: ada, key }, { last: undefined as never }, at(now)),
      ),
    ).to.equal('not_found/not_your_agent')
  })
})

describe('revoking', () => {
  const ask = (by: Caller, credential: CredentialState | undefined) =>
    revoke.decide(otto(), { by, credential_id: 'crd_old' }, { credential, grant: ['crd_mate'] }, at(now))

  it('is for the owner and its human', () => {
    expect(ask(ada, stored()).reply).to.deep.equal({ credential_id: 'crd_old', also_ended: ['crd_mate'] })
    expect(names(ask(by(), stored()))).to.deep.equal(['credential.revoke'])
    expect(decidedAs(() => ask(by({ id: 'agt_other' }), stored()))).to.equal('not_found/unreadable')
    expect(decidedAs(() => ask(ada, undefined))).to.equal('not_found/unreadable')
    expect(decidedAs(() => ask(ada, stored({ participant_id: 'agt_other' })))).to.equal('not_found/unreadable')
  })

  it('changes nothing the second time', () => {
    expect(names(ask(ada, stored({ revoked: true })))).to.deep.equal([])
  })
})
