import type { Sql } from '../../sql/client.ts'
import { inviteNamed, type InvitePlace } from '../../sql/reads/invites.ts'
import { hashOf } from './secrets.ts'
import { notFound, type Refusal, unreadable } from '../rules/errors.ts'
import { credentialIn } from '../rules/ids.ts'

export type { InvitePlace }

/** Every way in which a token does not work is the same answer. */
export const badInvite = (): Refusal =>
  notFound(
    'bad_invite',
    'There is no such invite: it may be used up, revoked or past its 14 days. Ask for a new one, or for a seat: join_hub with hub.',
  )

/** What a token is for. Throws not_found where it is unknown, used up, revoked, past its time, or leads to what is hidden. */
export async function liveInvite(sql: Sql, token: string, now: number): Promise<InvitePlace> {
  const found = await knownInvite(sql, token)
  if (found.spent || found.expires_at <= now) throw badInvite()
  return found
}

/** The same where it is spent too: whoever used it before may ask again. */
export async function knownInvite(sql: Sql, sent: string): Promise<InvitePlace> {
  const token = credentialIn('invite', sent)
  const found = token === undefined ? undefined : await inviteNamed(sql, { hash: hashOf(token) })
  if (!found) throw badInvite()
  return found
}

/** An invite by its id, whoever asks: its place decides who may end it. */
export async function inviteToRevoke(sql: Sql, id: string): Promise<InvitePlace> {
  const found = await inviteNamed(sql, { id })
  if (!found) throw unreadable('invite')
  return found
}
