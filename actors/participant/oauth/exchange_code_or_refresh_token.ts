import type { Effect } from '../../../sql/effect.ts'
import { endCredentials, revokeCredentials } from '../../../sql/effects/account/credentials.ts'
import { credentialStates, grantMates } from '../../../sql/reads/account/credentials.ts'
import type { Scope } from '../../../src/rules/scopes.ts'
import type { World } from '../../../src/rules/world.ts'
import { unreadable } from '../../../src/rules/errors.ts'
import { lifetimes } from '../../../src/rules/limits.ts'
import { message } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from '../keys/key_for.ts'
import type { Participant } from '../state.ts'

interface RenewGrant {
  /** the code or refresh token being exchanged */
  readonly spent: string
  readonly client_id: string
  readonly resource: string
  /** of the grant */
  readonly scopes: readonly Scope[]
  /** of the access token, when the host asked for fewer */
  readonly access_scopes: readonly Scope[]
  readonly access: NewKey
  readonly refresh: NewKey
}

interface Renewed {
  /** `raced`: the refresh token was used a moment ago; `reused`: it was probably stolen, so the whole grant ended */
  readonly outcome: 'renewed' | 'expired' | 'raced' | 'reused'
  /** credentials that are no longer valid */
  readonly ended: readonly string[]
}

/**
 * Exchanges a code or refresh token for a new pair of tokens, once. A second use means that two parties hold it and it
 * cannot be known which is the host, so the grant ends. A refresh token used twice within a short time is the host's
 * own race.
 */
export const renewGrant = message({
  // two exchanges at once must see each other
  afresh: true,
  needs: (_: Participant, { spent }: RenewGrant) => ({
    spent: credentialStates.of(spent),
    mates: grantMates.of(spent),
  }),
  decide: (human, args, { spent, mates }, world) => {
    const { now, at } = world
    if (spent?.participant_id !== human.id || !spent.grant_id) throw unreadable('grant')
    if (spent.revoked_at !== undefined) {
      // a grant that was revoked has nothing left to go on with
      const raced =
        mates.length > 0 && spent.kind === 'refresh_token' && now - spent.revoked_at <= lifetimes.refreshRace
      if (raced) return { reply: { outcome: 'raced', ended: [] } as Renewed }
      return {
        reply: { outcome: 'reused', ended: mates } as Renewed,
        effects: [revokeCredentials({ id: spent.id, at })],
      }
    }
    if (spent.expires_at <= now) return { reply: { outcome: 'expired', ended: [] } as Renewed }
    const ended = [spent.id, ...mates]
    return {
      reply: { outcome: 'renewed', ended } as Renewed,
      effects: [
        ...pairOf(human, spent.grant_id, args, world),
        ...ended.map((id) => endCredentials({ id, revoked_at: at })),
      ],
    }
  },
})

function pairOf(human: Participant, grant_id: string, args: RenewGrant, world: World): readonly Effect[] {
  const { client_id, resource, scopes } = args
  const its = { grant_id, client_id, resource }
  return [
    keyFor(human.id, args.access, world, { ...its, kind: 'access_token', scopes: args.access_scopes }).effect,
    keyFor(human.id, args.refresh, world, { ...its, kind: 'refresh_token', scopes }).effect,
  ]
}
