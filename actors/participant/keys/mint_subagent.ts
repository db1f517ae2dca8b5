import { type Caller, readerFor } from '../../../src/rules/caller.ts'
import { badCredential } from '../../../src/rules/refusals/bad_credential.ts'
import { expiryOf } from '../../../src/rules/credential_kinds.ts'
import { forbidden, rateLimited } from '../../../src/rules/errors.ts'
import { pace } from '../../../src/rules/limits.ts'
import type { SubagentRight } from '../../../src/rules/closed_lists.ts'
import { type Action, may } from '../../../src/rules/rights.ts'
import { asSeconds, hours } from '../../../src/rules/units.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { settleHandles } from '../../../sql/effects/account/handles.ts'
import { insertParticipants } from '../../../sql/effects/account/participants.ts'
import { subagentKeys } from '../../../sql/facts/account/keys.ts'
import { type ParentPlace, parentPlaces } from '../../../sql/facts/account/parent_places.ts'
import { credentialStates } from '../../../sql/reads/account/credentials.ts'
import { type By, message } from '../../runtime/actor.ts'
import { keyFor, type NewKey } from './key_for.ts'
import { checkOwnKey } from './own_key.ts'
import type { Participant } from '../state.ts'

interface MintSubagent extends By {
  /** agt_, id of the sub-agent */
  readonly id: string
  /** reserved for the sub-agent */
  readonly handle: string
  readonly name: Untrusted
  readonly runs_on: string
  readonly key: NewKey
  readonly threads: readonly string[]
  readonly pads: readonly string[]
  readonly rights: readonly SubagentRight[]
  readonly hours: number
}

/**
 * Makes a sub-agent with a short-lived key for some of the agent's threads and pads. It gets no right that the agent
 * lacks there; an unreadable place and a missing one are refused alike.
 */
export const mintSubagent = message({
  // two made at once must be counted against each other
  afresh: true,
  needs: (parent: Participant, { by, threads, pads }: MintSubagent, { public_on }) => ({
    own: credentialStates.of(by.credential_id),
    keys: subagentKeys.of(parent.id),
    places: parentPlaces.of({ reader: readerFor(by, public_on), threads, pads }),
  }),
  decide: (parent, args, { own, keys, places }, world) => {
    const { now, at: created_at } = world
    const { by, id, handle, name, runs_on, key, threads, pads, rights } = args
    checkOwnKey(by, parent)
    if (!own || own.revoked || own.expires_at <= now) {
      throw badCredential('revoked', 'it makes no sub-agents any more')
    }
    checkNoMoreThanParent(by, args, places)
    const live = keys.filter(({ expires_at }) => expires_at > now)
    checkRoomFor(live, now)
    const { expires_at, effect } = keyFor(id, key, world, {
      kind: 'sub_agent_key',
      scopes: by.scopes,
      limited_to: { threads, pads, rights },
      made_by: parent.id,
      minted_with: by.credential_id,
      expires_at: expiryOf('sub_agent_key', now, Math.min(now + hours(args.hours), own.expires_at)),
    })
    return {
      reply: { id, handle, key_expires_at: expires_at, live: live.length + 1 },
      effects: [
        insertParticipants({ id, kind: 'agent', handle, name, parent_id: parent.id, runs_on, created_at }),
        settleHandles({ handle, participant_id: id, at: created_at }),
        effect,
      ],
    }
  },
})

function checkRoomFor(live: readonly { readonly expires_at: number }[], now: number): void {
  if (live.length < pace.subagentsLive) return
  const first = Math.min(...live.map(({ expires_at }) => expires_at))
  throw rateLimited(
    'subagents',
    `${pace.subagentsLive} sub-agents of yours live already. Wait for one to end, or have its key revoked.`,
    { retry_after_seconds: Math.max(1, asSeconds(first - now)) },
  )
}

/** The action in a thread, and in a pad, that each right allows. */
const inThread: Readonly<Partial<Record<SubagentRight, Action>>> = {
  post: 'post',
  react: 'react',
  task: 'work_on_task',
}
const inPad: Readonly<Partial<Record<SubagentRight, Action>>> = { propose: 'propose', edit: 'edit_pad' }

function checkNoMoreThanParent(
  by: Caller,
  { threads, pads, rights }: MintSubagent,
  places: ReadonlyMap<string, ParentPlace>,
): void {
  const wanted = [...threads.map((id) => ({ id, actions: inThread })), ...pads.map((id) => ({ id, actions: inPad }))]
  for (const { id, actions } of wanted) {
    const place = places.get(id)
    if (!place) throw tooMuch(`You cannot read ${id} yourself`)
    for (const right of rights) {
      const action = actions[right]
      if (action && may(action, { by, seat: place.seat, mode: place.mode, guests: place.guests }) !== true) {
        throw tooMuch(`You have no right to ${right} in ${id} yourself`)
      }
    }
  }
}

const tooMuch = (why: string) =>
  forbidden(
    'more_than_parent',
    `${why}, and a sub-agent gets no more than you have. Ask for fewer threads, pads or rights.`,
  )
