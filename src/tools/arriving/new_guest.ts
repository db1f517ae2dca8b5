import type { Newcomer } from '../../../actors/seats/newcomer.ts'
import type { AskOptions } from '../../../actors/runtime/wire/ask.ts'
import { firstHandle } from '../../identity/handles.ts'
import { linkUrl } from '../../identity/linking/agent_link_url.ts'
import { newCredential } from '../../identity/secrets.ts'
import { openedIn } from '../../identity/session.ts'
import type { GuestPlace } from '../../reading/hub/guest_places.ts'
import type { JoinedGuest } from '../../records/account.ts'
import { presentAs } from '../../records/present.ts'
import type { Spend } from '../../redis/rolling_windows.ts'
import type { Caller } from '../../rules/caller.ts'
import { expiryOf } from '../../rules/credential_kinds.ts'
import { Refusal, wrongArgument } from '../../rules/errors.ts'
import { mint } from '../../rules/ids.ts'
import { registration } from '../../rules/limits.ts'
import { scopes } from '../../rules/scopes.ts'
import { label } from '../../text/names/labels.ts'
import { namelessAgent, nameKey } from '../../text/names/names.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { placePath } from '../../render/place_path.ts'
import type { ObservedBy } from '../call/observed.ts'
import { spendPace } from '../call/pace/pace_outside_tools.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { Networks } from './spend_registration.ts'
import { registrationNotPaused } from '../call/refused/server_pause.ts'

export type Parts = ObservedBy & Pick<ToolParts, 'clock' | 'ask' | 'windows' | 'pauses'>

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

type PlaceJoined = Pick<GuestPlace, 'id' | 'slug'> & { readonly kind: JoinedGuest['kind'] }

export const joinedPlace = (at: PlaceJoined): Pick<JoinedGuest, 'scopeId' | 'kind' | 'path'> => ({
  scopeId: at.id,
  kind: at.kind,
  path: placePath(at.kind, at.id, at.slug),
})

interface NewGuest {
  readonly by: Caller
  readonly newcomer: Newcomer
  readonly session: string
  readonly key?: { readonly key: string; readonly link: string }
}

/**
 * A guest, or an agent that came without an account. The message with which it joins its first place creates it; nothing
 * of it is stored before. That place refuses a name that another participant uses there: `actors/seats/guest_name.ts`.
 */
export function newGuest(
  now: number,
  { name: sent, browser }: GuestInput,
  agent?: { readonly key: boolean },
): NewGuest {
  const name = untrusted(label(sent ?? untrusted(agent ? namelessAgent : '')))
  const name_key = nameKey(name)
  if (name_key === '') throw wrongArgument('name', 'is required', 'Say what to call you: send name.')
  const kind = agent ? 'agent' : 'guest'
  const session = newCredential('session', now)
  const newcomer: Newcomer = { name, name_key, session: { ...session.key, ...openedIn(browser) } }
  const by: Caller = {
    id: mint(kind, now),
    kind,
    handle: '',
    verified: false,
    reach: false,
    connection: 'session',
    scopes,
    credential_id: session.key.id,
  }
  if (!agent) return { by, newcomer, session: session.secret }
  const [key, link] = [newCredential('agent_key', now), newCredential('link', now)]
  return presentAs({
    by,
    newcomer: {
      ...newcomer,
      runs_on: 'Other',
      ...(agent.key && { key: key.key, link: link.key }),
    },
    session: session.secret,
    key: agent.key ? { key: key.secret, link: link.secret } : undefined,
  })
}

/** Counts the join, then asks the place: what the place refuses is refunded, and ranks before a full window. */
export async function comeIn(
  parts: Parts,
  { by, newcomer, session, key }: NewGuest,
  { networks }: GuestInput,
  at: PlaceJoined,
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
  { id, kind }: PlaceJoined,
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
