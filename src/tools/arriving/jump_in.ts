import type { Newcomer } from '../../../actors/seats/newcomer.ts'
import type { AskOptions } from '../../../actors/runtime/wire/ask.ts'
import { displayName } from '../../reading/account/display_name.ts'
import { hubForGuest, threadForGuest } from '../../reading/hub/guest_places.ts'
import type { JoinedGuest } from '../../records/account.ts'
import { present } from '../../records/present.ts'
import { type Caller, readerFor, signedOut } from '../../rules/caller.ts'
import { denied } from '../../rules/rights.ts'
import { observed } from '../call/observed.ts'
import { placeActors } from '../hubs/place_actors.ts'
import { guestsOff } from './guests_on.ts'
import { comeIn, type GuestInput, type GuestSecrets, joinedPlace, newGuest, type Parts } from './new_guest.ts'

interface JumpsIn extends GuestInput {
  readonly to: { readonly thread: string } | { readonly hub: string }
  /** an agent in a browser: gets an agent id, and its key when the door can hand it one */
  readonly agent?: { readonly key: boolean }
  /** a signed-in caller joins as they are */
  readonly caller?: Caller | undefined
}

/**
 * Takes a seat in a public thread or hub that accepts guests, creating a guest for it when signed out.
 * Throws not_found, forbidden/guests_off, conflict/name_taken (actors/seats/guest_name.ts holds names), paused/guest_registration, rate_limited/guest_joins.
 */
export const jumpIn = (parts: Parts, comer: JumpsIn): Promise<JoinedGuest & { readonly shown?: GuestSecrets }> =>
  observed(parts, { name: 'jump-in', tool: 'jump-in', door: 'web', caller: comer.caller }, () => sitDown(parts, comer))

async function sitDown(
  parts: Parts,
  { to, caller, agent, ...comer }: JumpsIn,
): Promise<JoinedGuest & { readonly shown?: GuestSecrets }> {
  const { sql, config, clock, ask } = parts
  guestsOff(config)
  const { publicThreads } = config
  const reader = caller ? readerFor(caller, publicThreads) : signedOut(publicThreads)
  const kind = 'thread' in to ? 'thread' : 'hub'
  const found = 'thread' in to ? await threadForGuest(sql, reader, to.thread) : await hubForGuest(sql, reader, to.hub)
  const at = { kind, ...found } as const
  const join = (by: Caller, newcomer?: Newcomer, options?: AskOptions) =>
    ask(placeActors[kind], at.id, 'join_as_guest', present({ by, newcomer }), options)
  if (caller) {
    await join(caller)
    return {
      participant: { id: caller.id, kind: caller.kind, name: await displayName(sql, caller.id) },
      ...joinedPlace(at),
    }
  }
  const made = newGuest(clock.now(), comer, agent)
  if (!found.takes_guests) throw denied('guests_off', { by: made.by })
  return comeIn(parts, made, comer, at, join)
}
