import { expiryOf } from '../../src/rules/credential_kinds.ts'
import { invalid, unreadable } from '../../src/rules/errors.ts'
import { allow, denied } from '../../src/rules/rights.ts'
import type { World } from '../../src/rules/world.ts'
import { insertInvites, revokeInvites } from '../../sql/effects/hub/invites.ts'
import { type Invite, invites } from '../../sql/facts/hub/invites.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { logEffects } from '../moderation/log.ts'
import { type Access, type Place, type Scope, standingAt } from './place.ts'
import type { GivenSeat } from '../../src/rules/closed_lists.ts'
import { iso } from '../../src/rules/units.ts'

interface Inviting extends By {
  /** id of the log entry, minted by the door */
  readonly entry: string
  readonly invite_id: string
  /** absent when the invite is revoked */
  readonly makes?: { readonly hash: string; readonly uses: number; readonly role: GivenSeat }
}

interface Invited {
  readonly invite_id: string
  readonly kind: Scope['type']
  readonly scope_id: string
  readonly role: GivenSeat
  /** uses left */
  readonly uses: number
  readonly expires_at: string
  readonly revoked?: true
}

/** Makes an invite link, or revokes one. */
export const inviteAt = <State extends object>(place: Place<State>) =>
  message({
    afresh: true,
    needs: (state: State, { by, invite_id }: Inviting) => ({
      standing: standingAt(place.scope(state), by),
      invite: invites.of(invite_id),
    }),
    decide: (state: State, call: Inviting, { standing, invite }, world): Outcome<State, Invited> => {
      const scope = place.scope(state)
      mayInvite(scope, call, place.access(state, call.by, standing, world.public_on))
      return call.makes ? made(scope, call, call.makes, world) : revoked(scope, call, invite, world.at)
    },
  })

function mayInvite(scope: Scope, { by, makes }: Inviting, { asked, standing }: Access): void {
  if (standing.removed) throw denied('removed', asked)
  allow('invite', asked)
  if (makes?.role === 'helper') {
    allow('invite_helper', asked)
    if (scope.type !== 'hub') throw invalid('target', 'Helpers help in a whole hub: send hub with role helper.')
  }
  checkNotPaused(by, standing)
}

function made(
  scope: Scope,
  call: Inviting,
  { hash, role, uses }: NonNullable<Inviting['makes']>,
  { now, at: created_at }: World,
): Outcome<never, Invited> {
  const { by, invite_id } = call
  const row = { kind: scope.type, scope_id: scope.id, role, uses, expires_at: expiryOf('invite', now) }
  return {
    reply: { invite_id, ...row },
    effects: [
      insertInvites({ id: invite_id, hash, hub_id: scope.hub_id, ...row, created_by: by.id, created_at }),
      ...logEffects(call, scope, { action: 'invite' }, created_at),
    ],
  }
}

function revoked(scope: Scope, call: Inviting, invite: Invite | undefined, at: string): Outcome<never, Invited> {
  if (invite?.scope_id !== scope.id) throw unreadable('invite')
  const { id: invite_id, role, uses, used } = invite
  const expires_at = iso(invite.expires_at)
  return {
    reply: { invite_id, kind: scope.type, scope_id: scope.id, role, uses: uses - used, expires_at, revoked: true },
    effects: invite.revoked
      ? []
      : [revokeInvites({ id: invite_id, revoked_at: at }), ...logEffects(call, scope, { action: 'revoke_invite' }, at)],
  }
}
