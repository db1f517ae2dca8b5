import { hub } from '../../../actors/hub/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'
import type { Newcomer } from '../../../actors/moderation/newcomer.ts'
import type { AskOptions } from '../../../actors/runtime/wire/ask.ts'
import { firstHandle } from '../../identity/handles.ts'
import { liveInvite } from '../../identity/invite.ts'
import { linkUrl } from '../../identity/links.ts'
import { mintSecret } from '../../identity/secrets.ts'
import { displayName } from '../../reading/display_name.ts'
import { type GuestPlace, hubForGuest, threadForGuest } from '../../reading/guest_places.ts'
import { present, presentAs } from '../../records/present.ts'
import type { Spend } from '../../redis/windows.ts'
import type { Caller } from '../../rules/caller.ts'
import { expiryOf } from '../../rules/credential_kinds.ts'
import { conflict, invalid, Refusal } from '../../rules/errors.ts'
import { mint } from '../../rules/ids.ts'
import { registration, sizes } from '../../rules/limits.ts'
import { readerFor, signedOut } from '../../rules/reader.ts'
import { denied } from '../../rules/rights.ts'
import { firstCharacters } from '../../text/characters.ts'
import { label } from '../../text/labels.ts'
import { nameKey } from '../../text/names.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { placePath } from '../address.ts'
import { observed, type ObservedBy } from '../call/observed.ts'
import { spendPace } from '../call/pacing.ts'
import type { ToolParts } from '../parts.ts'
import type { Networks } from './registration_pace.ts'
import { guestsOff, registrationNotPaused } from '../call/server_pause.ts'

type Parts = ObservedBy & Pick<ToolParts, 'clock' | 'ask' | 'windows' | 'pauses'>

/** Where a participant joined, and under which id. */
export interface JoinedGuest {
  readonly participant: { readonly id: string; readonly kind: Caller['kind']; readonly name: string }
  readonly scopeId: string
  readonly kind: 'thread' | 'pad' | 'hub'
  readonly path: string
}

/** Secrets shown once to a new participant. */
export interface GuestSecrets {
  /** dps_…, for the session cookie */
  readonly session: string
  /** present for an agent that asked for its key */
  readonly agent?: { readonly agent_key: string; readonly key_expires_at: string; readonly link_url: string }
}

export interface GuestInput {
  readonly name?: Untrusted
  readonly networks: Networks
  /** the browser's User-Agent */
  readonly browser?: string
}

interface JumpsIn extends GuestInput {
  readonly to: { readonly thread: string } | { readonly hub: string }
  /** an agent in a browser: gets an agent id, and its key when the door can hand it one */
  readonly agent?: { readonly key: boolean }
  /** a signed-in caller joins as they are */
  readonly caller?: Caller | undefined
}

/**
 * Takes a seat in a public thread or hub that accepts guests, creating a guest for it when signed out.
 * Throws not_found, forbidden/guests_off, conflict/name_taken, paused/guest_registration, rate_limited/guest_joins.
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
  const found = 'thread' in to ? await threadForGuest(sql, reader, to.thread) : await hubForGuest(sql, reader, to.hub)
  const at: Place = 'thread' in to ? { kind: 'thread', ...found } : { kind: 'hub', ...found }
  const join = (by: Caller, newcomer?: Newcomer, options?: AskOptions) => {
    const args = present({ by, newcomer })
    return at.kind === 'thread'
      ? ask(thread, at.id, 'join_as_guest', args, options)
      : ask(hub, at.id, 'join_as_guest', args, options)
  }
  if (caller) {
    await join(caller)
    return {
      participant: { id: caller.id, kind: caller.kind, name: await displayName(sql, caller.id) },
      ...joinedPlace(at),
    }
  }
  const made = make(clock.now(), comer, agent)
  if (!found.takes_guests) throw denied('guests_off', { by: made.by })
  return comeIn(parts, made, comer, at, join)
}

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
  return comeIn(parts, make(now, comer), comer, { kind, id: scope_id, slug }, (by, newcomer, options) => {
    const args = { by, newcomer, invite_id, entry: mint('act', now) }
    if (kind === 'thread') return ask(thread, scope_id, 'enter', args, options)
    return kind === 'pad' ? ask(pad, scope_id, 'enter', args, options) : ask(hub, scope_id, 'enter', args, options)
  })
}

type Place = Pick<GuestPlace, 'id' | 'slug'> & { readonly kind: JoinedGuest['kind'] }

const joinedPlace = (at: Place): Pick<JoinedGuest, 'scopeId' | 'kind' | 'path'> => ({
  scopeId: at.id,
  kind: at.kind,
  path: placePath(at),
})

interface NewGuest {
  readonly by: Caller
  readonly newcomer: Newcomer
  readonly session: string
  readonly key?: { readonly key: string; readonly link: string }
}

/** A new participant as its first message describes it; nothing is stored before that message. */
function make(now: number, { name: sent, browser }: GuestInput, agent?: { readonly key: boolean }): NewGuest {
  const name = untrusted(label(sent ?? untrusted(agent ? 'Agent' : '')))
  const name_key = nameKey(name)
  if (name_key === '') {
    throw invalid('schema', 'Say what to call you: send name.', { issues: [{ path: 'name', message: 'is required' }] })
  }
  const kind = agent ? 'agent' : 'guest'
  const session = mintSecret('session')
  const credential_id = mint('credential', now)
  const known = browser === undefined || browser === '' ? {} : { label: firstCharacters(browser, sizes.name) }
  const newcomer: Newcomer = { name, name_key, session: { id: credential_id, hash: session.hash, ...known } }
  const by: Caller = {
    id: mint(kind, now),
    kind,
    handle: '',
    verified: false,
    reach: false,
    connection: 'session',
    scopes: ['svc:read', 'svc:write'],
    credential_id,
  }
  if (!agent) return { by, newcomer, session: session.secret }
  const [key, link] = [mintSecret('agent_key'), mintSecret('link')]
  return presentAs({
    by,
    newcomer: {
      ...newcomer,
      runs_on: 'Other',
      ...(agent.key && {
        key: { id: mint('credential', now), hash: key.hash },
        link: { id: mint('credential', now), hash: link.hash },
      }),
    },
    session: session.secret,
    key: agent.key ? { key: key.secret, link: link.secret } : undefined,
  })
}

/** Counts the join, then asks the place: what the place refuses is refunded, and ranks before a full window. */
async function comeIn(
  parts: Parts,
  { by, newcomer, session, key }: NewGuest,
  { networks }: GuestInput,
  at: Place,
  join: (by: Caller, newcomer: Newcomer, options?: AskOptions) => Promise<unknown>,
): Promise<JoinedGuest & { readonly shown: GuestSecrets }> {
  const { sql, config, clock } = parts
  const { held, giveBack } = await spendJoin(parts, networks, at)
  const now = clock.now()
  const wanted = { participant_id: by.id, name: newcomer.name, kind: by.kind }
  try {
    // a handle is reserved only when the join is not already refused
    const handle = held ? '' : await firstHandle(sql, wanted, now)
    await join({ ...by, handle }, newcomer, held && { held: held.toBody() })
  } catch (error) {
    await giveBack()
    throw error
  }
  return {
    participant: { id: by.id, kind: by.kind, name: label(newcomer.name) },
    ...joinedPlace(at),
    shown: presentAs({
      session,
      agent: key
        ? {
            agent_key: key.key,
            key_expires_at: expiryOf('agent_key', now),
            link_url: linkUrl(config, key.link),
          }
        : undefined,
    }),
  }
}

async function spendJoin(
  parts: Parts,
  { network }: Networks,
  { id, kind }: Place,
): Promise<{ readonly held?: Refusal; readonly giveBack: () => Promise<void> }> {
  const spends: Spend[] = [{ pace: registration.guestJoinsPerNetwork, subject: network }]
  if (kind !== 'hub') spends.push({ pace: registration.guestJoinsPerPlace, subject: id })
  spends.push({ pace: registration.guestJoinsServerWide, subject: 'everybody' })
  try {
    await registrationNotPaused(parts)
    return { giveBack: await spendPace(parts, spends) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { held: error, giveBack: async () => {} }
  }
}
