import type { Sql } from '../../sql/client.ts'
import { inviteNamed, type InvitePlace } from '../../sql/reads/hub/seats/invites.ts'
import { hashOf } from './secrets.ts'
import { badInvite } from '../rules/refusals/bad_invite.ts'
import { orUnreadable } from '../rules/errors.ts'
import { credentialIn } from '../rules/credential_kinds.ts'

/** Looks up a working invite. Throws not_found when it is unknown, used up, revoked, expired or its place is hidden. */
export async function liveInvite(sql: Sql, token: string, now: number): Promise<InvitePlace> {
  const found = await knownInvite(sql, token)
  if (found.spent || found.expires_at <= now) throw badInvite()
  return found
}

/** Looks up an invite, spent or not: a participant who used it before may call again. */
export async function knownInvite(sql: Sql, sent: string): Promise<InvitePlace> {
  const token = credentialIn('invite', sent)
  const found = token === undefined ? undefined : await inviteNamed(sql, { hash: hashOf(token) })
  if (!found) throw badInvite()
  return found
}

/** Looks up an invite by id for any caller; the place decides who may revoke it. */
export const inviteToRevoke = (sql: Sql, id: string): Promise<InvitePlace> =>
  orUnreadable('invite', inviteNamed(sql, { id }))
