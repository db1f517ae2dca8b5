import type { JoinedGuest } from '../../records/account.ts'
import { liveInvite } from '../../identity/live_invite.ts'
import type { Caller } from '../../rules/caller.ts'
import { conflict } from '../../rules/errors.ts'
import { mint } from '../../rules/ids.ts'
import { observed } from '../call/observed.ts'
import { placeActors } from '../hubs/place_actors.ts'
import { guestsOff } from './guests_on.ts'
import { comeIn, type GuestInput, type GuestSecrets, newGuest, type Parts } from './new_guest.ts'

/**
 * Takes the seat of an invite for a guest created for it.
 * Throws not_found/bad_invite, conflict/already_signed_in, and what jumpIn throws.
 */
export const joinByInvite = (parts: Parts, comer: Invited): Promise<JoinedGuest & { readonly shown: GuestSecrets }> =>
  observed(parts, { name: 'join-guest', tool: 'join-guest', door: 'web', caller: comer.caller }, () =>
    takeInvite(parts, comer),
  )

interface Invited extends GuestInput {
  readonly token: string
  readonly caller?: Caller | undefined
}

async function takeInvite(
  parts: Parts,
  { token, caller, ...comer }: Invited,
): Promise<JoinedGuest & { readonly shown: GuestSecrets }> {
  const { sql, config, clock, ask } = parts
  guestsOff(config)
  if (caller) {
    throw conflict('already_signed_in', 'You are signed in already: open the invite from there, or sign out first.')
  }
  const { id: invite_id, kind, scope_id, slug } = await liveInvite(sql, token, clock.now())
  const now = clock.now()
  return comeIn(parts, newGuest(now, comer), comer, { kind, id: scope_id, slug }, (by, newcomer, options) =>
    ask(placeActors[kind], scope_id, 'enter', { by, newcomer, invite_id, entry: mint('act', now) }, options),
  )
}
