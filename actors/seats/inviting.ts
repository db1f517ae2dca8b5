import type { Seat } from '../../src/rules/lists.ts'
import { expiryOf } from '../../src/rules/credential_kinds.ts'
import { badInvite } from '../../src/rules/bad_invite.ts'
import { invalid, unreadable } from '../../src/rules/errors.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import type { World } from '../../src/rules/world.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertActs } from '../../sql/effects/moderation/moderation_log.ts'
import { countInvites, insertInvites, revokeInvites } from '../../sql/effects/hub/invites.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { insertSeats, setRoles } from '../../sql/effects/hub/seats.ts'
import { seatsGiven } from '../../sql/facts/hub/seats.ts'
import { type Invite, invites } from '../../sql/facts/hub/invites.ts'
import type { GuestName } from '../../sql/facts/account/guest_names.ts'
import { type Concerned, concerned } from '../../sql/facts/hub/seat_given_or_taken.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { present } from '../../src/records/present.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { type Place, type Scope, standingAt } from './place.ts'
import { notPaused } from '../moderation/agents_paused.ts'
import { logEffects } from '../moderation/log.ts'
import { arrival, type Newcomer } from './newcomer.ts'
import { holdName, nameIn } from './guest_name.ts'
import { checkRoom } from './members_full.ts'

/** Makes an invite link, or revokes one. */
export interface Inviting extends By {
  /** id of the log entry, minted by the door */
  readonly entry: string
  readonly invite_id: string
  /** absent when the invite is revoked */
  readonly makes?: { readonly hash: string; readonly uses: number; readonly role: 'helper' | 'member' }
}

export interface Invited {
  readonly invite_id: string
  readonly kind: Scope['type']
  readonly scope_id: string
  readonly role: 'helper' | 'member'
  /** uses left */
  readonly uses: number
  readonly expires_at: string
  readonly revoked?: true
}

interface InviteOutcome<Reply> {
  readonly reply: Reply
  readonly effects: readonly Effect[]
}

const neededToInvite = ({ invite_id }: Inviting) => ({ invite: invites.of(invite_id) })

function mayInvite(scope: Scope, { by, makes }: Inviting, asked: Asked, standing: Standing): void {
  if (standing.removed) throw denied('removed', asked)
  allow('invite', asked)
  if (makes?.role === 'helper') {
    allow('invite_helper', asked)
    if (scope.type !== 'hub') throw invalid('target', 'Helpers help in a whole hub: send hub with role helper.')
  }
  notPaused(by, standing)
}

function made(
  scope: Scope,
  call: Inviting,
  { hash, role, uses }: NonNullable<Inviting['makes']>,
  { now, at: created_at }: World,
): InviteOutcome<Invited> {
  const { by, invite_id } = call
  const { hub_id } = scope
  const expires_at = expiryOf('invite', now)
  const row = { kind: scope.type, scope_id: scope.id, role, uses, expires_at }
  return {
    reply: { invite_id, ...row },
    effects: [
      insertInvites({ id: invite_id, hash, hub_id, ...row, created_by: by.id, created_at }),
      ...logEffects(call, scope, { action: 'invite' }, created_at),
    ],
  }
}

function revoke(scope: Scope, call: Inviting, known: Invite | undefined, at: string): InviteOutcome<Invited> {
  if (!known || known.scope_id !== scope.id) throw unreadable('invite')
  const { invite_id } = call
  const { role, uses, used, expires_at, revoked } = known
  return {
    reply: {
      invite_id,
      kind: scope.type,
      scope_id: scope.id,
      role,
      uses: uses - used,
      expires_at: new Date(expires_at).toISOString(),
      revoked: true,
    },
    effects: revoked
      ? []
      : [revokeInvites({ id: invite_id, revoked_at: at }), ...logEffects(call, scope, { action: 'revoke_invite' }, at)],
  }
}

export interface Entering extends By {
  readonly entry: string
  readonly invite_id: string
  /** a guest who arrives by this invite for the first time */
  readonly newcomer?: Newcomer
}

export interface Entered {
  readonly joined: true
  readonly already?: true
  readonly seat: Seat
  readonly scope: { readonly type: Scope['type']; readonly id: string }
  readonly hub_id: string
}

const neededToEnter = ({ id, hub_id }: Scope, { by, invite_id, newcomer }: Entering) => ({
  invite: invites.of(invite_id),
  concerned: concerned.of({ participant_id: holderOf(by), hub_id, scope_id: id }),
  given: seatsGiven.of(id),
  name: nameIn({ id, hub_id }, by, newcomer),
})

interface EnterFacts {
  readonly name: GuestName | undefined
  readonly invite: Invite | undefined
  readonly concerned: Concerned | undefined
  readonly given: number | undefined
}

/** Takes the seat that an invite gives. A caller with a seat there uses up nothing, unless a member becomes helper. */
function enter(
  scope: Scope,
  { by, entry, newcomer }: Entering,
  standing: Standing | undefined,
  { invite, concerned: whom, given = 0, name }: EnterFacts,
  world: World,
): InviteOutcome<Entered> & { readonly more: 0 | 1 } {
  const { now, at } = world
  if (by.limited_to) throw denied('subagent', { by })
  if (!invite || invite.scope_id !== scope.id) throw badInvite()
  const { role } = invite
  const reply: Entered = { joined: true, seat: role, scope: { type: scope.type, id: scope.id }, hub_id: scope.hub_id }
  const has = whom?.hub_seat ?? whom?.seat
  const rises = has === 'member' && role === 'helper'
  if (has && !rises) return { reply: { ...reply, already: true, seat: has }, effects: [], more: 0 }
  checkUsable(invite, now)
  if (whom?.removed || standing?.removed) throw denied('removed', { by })
  if (!rises) checkRoom(given)
  const participant_id = holderOf(by)
  // given by the invite's author, so that the seat counts as given and not as a guest's
  const seat = { scope_id: scope.id, participant_id, role, given_by: invite.created_by, at }
  return {
    reply,
    more: rises ? 0 : 1,
    effects: [
      ...(newcomer ? arrival(by, newcomer, world) : []),
      ...holdName(scope, by, name, at),
      rises ? setRoles(seat) : insertSeats(seat),
      countInvites({ id: invite.id, used: invite.used + 1 }),
      deleteJoinRequests({ scope_id: scope.id, participant_id }),
      insertActs(lineOfEntering(scope, { by, entry }, at)),
    ],
  }
}

const lineOfEntering = ({ type, id, hub_id }: Scope, { by, entry }: Pick<Entering, 'by' | 'entry'>, at: string) =>
  present({
    id: entry,
    hub_id,
    action: 'join_by_invite' as const,
    target_type: 'participant' as const,
    target_id: holderOf(by),
    scope_id: type !== 'hub' ? id : undefined,
    by_id: by.id,
    at,
  })

function checkUsable({ uses, used, expires_at, revoked, stands }: Invite, now: number): void {
  if (revoked || !stands || used >= uses || expires_at <= now) throw badInvite()
}

/** The messages that make or revoke an invite, and that use one. */
export const invitesAt = <State extends object>(place: Place<State>) => ({
  invite: message({
    afresh: true,
    needs: (state: State, call: Inviting) => ({
      standing: standingAt(place.scope(state), call.by),
      ...neededToInvite(call),
    }),
    decide: (state: State, call: Inviting, { standing, invite: known }, world): Outcome<State, Invited> => {
      const access = place.access(state, call.by, standing, world.public_on)
      const scope = place.scope(state)
      mayInvite(scope, call, access.asked, access.standing)
      return call.makes ? made(scope, call, call.makes, world) : revoke(scope, call, known, world.at)
    },
  }),
  enter: message({
    afresh: true,
    needs: (state: State, call: Entering) => ({
      standing: standingAt(place.scope(state), call.by),
      ...neededToEnter(place.scope(state), call),
    }),
    decide: (state: State, call: Entering, { standing, ...facts }, world): Outcome<State, Entered> => {
      const { reply, effects, more } = enter(place.scope(state), call, standing, facts, world)
      return { reply, effects, ...place.seated(state, { more, who: holderOf(call.by) }, world.now) }
    },
  }),
})
