import { endCredentials, insertCredentials, revokeCredentials } from '../../sql/effects/credentials.ts'
import { credentialStates, grantMates } from '../../sql/reads/credentials.ts'
import type { Scope } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import { message } from '../runtime/actor.ts'
import type { NewKey } from './key.ts'
import type { Participant } from './state.ts'

interface RenewGrant {
  /** the code or refresh token that is spent */
  readonly spent: string
  readonly client_id: string
  readonly resource: string
  /** of the grant */
  readonly scopes: readonly Scope[]
  /** of the access token, where the host asked for less */
  readonly access_scopes: readonly Scope[]
  readonly access: NewKey
  readonly refresh: NewKey
}

export interface Renewed {
  /** `raced`: the same refresh token was used a moment ago; `reused`: it was stolen, so the whole grant ended */
  readonly outcome: 'renewed' | 'expired' | 'raced' | 'reused'
  /** credentials that work no more */
  readonly ended: readonly string[]
}

/**
 * A code or refresh token becomes a new pair of tokens, once. What is spent a second time was in two hands: one of them
 * is not the host's, and nobody can tell which, so the grant ends. Two uses of a refresh token at once are a host's own.
 */
export const renewGrant = message({
  // two at once must see each other
  afresh: true,
  needs: (_: Participant, { spent }: RenewGrant) => ({
    spent: credentialStates.of(spent),
    mates: grantMates.of(spent),
  }),
  decide: (human: Participant, args: RenewGrant, { spent, mates = [] }, now) => {
    if (spent?.participant_id !== human.id || !spent.grant_id) throw unreadable('grant')
    const at = new Date(now).toISOString()
    if (spent.revoked_at !== undefined) {
      const raced = spent.kind === 'refresh_token' && now - spent.revoked_at <= lifetimes.refreshRace
      if (raced) return { reply: { outcome: 'raced', ended: [] } as Renewed }
      return {
        reply: { outcome: 'reused', ended: mates } as Renewed,
        effects: [revokeCredentials({ id: spent.id, at })],
      }
    }
    if (spent.expires_at <= now) return { reply: { outcome: 'expired', ended: [] } as Renewed }
    const ended = [spent.id, ...mates]
    const { client_id, resource } = args
    const token = {
      participant_id: human.id,
      grant_id: spent.grant_id,
      client_id,
      resource,
      made_by: human.id,
      created_at: at,
    }
    return {
      reply: { outcome: 'renewed', ended } as Renewed,
      effects: [
        insertCredentials({
          ...args.access,
          ...token,
          kind: 'access_token',
          scopes: args.access_scopes,
          expires_at: new Date(now + lifetimes.accessToken).toISOString(),
        }),
        insertCredentials({
          ...args.refresh,
          ...token,
          kind: 'refresh_token',
          scopes: args.scopes,
          expires_at: new Date(now + lifetimes.refreshToken).toISOString(),
        }),
        ...ended.map((id) => endCredentials({ id, revoked_at: at })),
      ],
    }
  },
})
