import { expect } from 'chai'
import { endGrant } from '../../../actors/participant/oauth/end_grant.ts'
import { grantCode } from '../../../actors/participant/oauth/grant_code.ts'
import { emptyInbox } from '../../../actors/participant/inbox/inbox.ts'
import { renewGrant } from '../../../actors/participant/oauth/exchange_code_or_refresh_token.ts'
import { revoke } from '../../../actors/participant/keys/revoke.ts'
import type { Participant } from '../../../actors/participant/state.ts'
import type { CredentialState } from '../../../sql/reads/account/credentials.ts'
import type { StoredKind } from '../../../src/rules/credential_kinds.ts'
import { days, hours, seconds } from '../../../src/rules/units.ts'
import { caller } from '../../support/caller.ts'
import { at } from '../../support/world.ts'
import { decidedAs } from '../../support/refusal.ts'

const now = Date.parse('2026-09-24T10:00:00.000Z')
const iso = (at: number): string => new Date(at).toISOString()

const ada: Participant = { id: 'hum_ada', kind: 'human', handle: 'ada', inbox: emptyInbox }
const by = caller('hum_ada', { reach: true, credential_id: 'crd_session' })
const stored = (kind: StoredKind, over: Partial<CredentialState> = {}): CredentialState => ({
  id: 'crd_spent',
  kind,
  participant_id: 'hum_ada',
  made_by: 'hum_ada',
  human_id: null,
  grant_id: 'crd_grant',
  expires_at: now + 1,
  revoked: false,
  ...over,
})
const spentAt = (at: number): Partial<CredentialState> => ({ revoked: true, revoked_at: at })

const tokens = {
  spent: 'crd_spent',
  client_id: 'client_x',
  resource: 'https://svc.example/mcp',
  scopes: ['svc:read', 'svc:write'],
  access_scopes: ['svc:read'],
  access: { id: 'crd_access', hash: 'aa'.repeat(32) },
  refresh: { id: 'crd_refresh', hash: 'bb'.repeat(32) },
} as const
const renew = (spent: CredentialState | undefined, mates: readonly string[] = [], of = ada) =>
  renewGrant.decide(of, tokens, { spent, mates }, at(now))
const rows = (outcome: { effects?: readonly { kind: { name: string }; row: unknown }[] }, kind: string): any[] =>
  (outcome.effects ?? []).filter((effect) => effect.kind.name === kind).map(({ row }) => row)

describe('a host’s grant', () => {
  it('begins with a code for two minutes, which only the person gives', () => {
    const code = {
      by,
      code: { id: 'crd_code', hash: 'cc'.repeat(32), label: 'Claude' },
      grant_id: 'crd_grant',
      client_id: 'client_x',
      redirect_uri: 'https://claude.ai/api/mcp/auth_callback',
      code_challenge: 'x'.repeat(43),
      resource: 'https://svc.example/mcp',
      scopes: ['svc:read'],
    } as const
    const [row] = rows(grantCode.decide(ada, code, {}, at(now)), 'credential.insert')
    expect(row).to.include({
      id: 'crd_code',
      kind: 'oauth_code',
      participant_id: 'hum_ada',
      grant_id: 'crd_grant',
      expires_at: iso(now + seconds(120)),
    })
    expect(decidedAs(() => grantCode.decide({ ...ada, id: 'hum_ben' }, code, {}, at(now)))).to.equal(
      'forbidden/not_yours',
    )
    const guest: Participant = { ...ada, kind: 'guest' }
    expect(decidedAs(() => grantCode.decide(guest, code, {}, at(now)))).to.equal('forbidden/not_yours')
  })

  for (const kind of ['oauth_code', 'refresh_token'] as const) {
    it(`gives a pair of tokens for the ${kind}, and ends all older ones but not the grant`, () => {
      const outcome = renew(stored(kind), ['crd_older'])
      expect(outcome.reply).to.deep.equal({ outcome: 'renewed', ended: ['crd_spent', 'crd_older'] })
      expect(rows(outcome, 'credential.end').map(({ id }) => id)).to.deep.equal(['crd_spent', 'crd_older'])
      expect(rows(outcome, 'credential.revoke')).to.deep.equal([])
      const [access, refresh] = rows(outcome, 'credential.insert')
      expect(access).to.deep.include({
        id: 'crd_access',
        kind: 'access_token',
        grant_id: 'crd_grant',
        client_id: 'client_x',
        resource: 'https://svc.example/mcp',
        scopes: ['svc:read'],
        expires_at: iso(now + hours(1)),
      })
      expect(refresh).to.deep.include({
        id: 'crd_refresh',
        kind: 'refresh_token',
        scopes: ['svc:read', 'svc:write'],
        expires_at: iso(now + days(30)),
      })
    })
  }

  it('gives nothing when the time ran out', () => {
    expect(renew(stored('refresh_token', { expires_at: now }))).to.deep.equal({
      reply: { outcome: 'expired', ended: [] },
    })
  })

  it('goes on where a refresh token is used twice within three seconds, and ends a millisecond later', () => {
    const raced = renew(stored('refresh_token', spentAt(now - seconds(3))), ['crd_newer'])
    expect(raced).to.deep.equal({ reply: { outcome: 'raced', ended: [] } })
    const reused = renew(stored('refresh_token', spentAt(now - seconds(3) - 1)), ['crd_newer'])
    expect(reused.reply).to.deep.equal({ outcome: 'reused', ended: ['crd_newer'] })
    expect(rows(reused, 'credential.revoke')).to.deep.equal([{ id: 'crd_spent', at: iso(now) }])
    expect(rows(reused, 'credential.insert')).to.deep.equal([])
  })

  it('ends at once where a code is used twice', () => {
    expect(renew(stored('oauth_code', spentAt(now)), ['crd_newer']).reply.outcome).to.equal('reused')
  })

  it('ends by any of its secrets, spent ones too, and nobody else’s does', () => {
    const args = { credential_id: 'crd_spent' }
    const end = (credential: CredentialState | undefined) =>
      endGrant.decide(ada, args, { credential, mates: ['crd_newer'] }, at(now))
    const ended = end(stored('refresh_token', spentAt(now - days(1))))
    expect(ended.reply).to.deep.equal({ ended: ['crd_spent', 'crd_newer'] })
    expect(rows(ended, 'credential.revoke')).to.have.length(1)
    for (const other of [
      undefined,
      stored('refresh_token', { participant_id: 'hum_ben' }),
      stored('session', { grant_id: null }),
    ]) {
      expect(decidedAs(() => end(other))).to.equal('not_found/unreadable')
      expect(decidedAs(() => renew(other))).to.equal('not_found/unreadable')
    }
  })

  it('is ended by the person although the token they saw was renewed meanwhile', () => {
    const args = { by, credential_id: 'crd_spent' }
    const credential = stored('refresh_token', spentAt(now - 1))
    const outcome = revoke.decide(ada, args, { credential, grant: ['crd_newer'] }, at(now))
    expect(outcome.reply).to.deep.equal({ credential_id: 'crd_spent', also_ended: ['crd_newer'] })
    expect(rows(outcome, 'credential.revoke')).to.have.length(1)
  })
})
