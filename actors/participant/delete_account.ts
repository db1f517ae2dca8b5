import type { Caller } from '../../src/rules/caller.ts'
import { conflict, forbidden, type Refusal, unreadable } from '../../src/rules/errors.ts'
import { lifetimes } from '../../src/rules/limits.ts'
import type { Sql } from '../../sql/client.ts'
import { handleOfDeleted } from '../../src/text/names/handle_of_deleted.ts'
import { humanPart } from '../../src/text/names/handles.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import {
  endAllCredentials,
  endSeatsOf,
  eraseAccounts,
  forgetAccounts,
  withholdHandles,
} from '../../sql/effects/account/delete_account.ts'
import {
  dependantsOf,
  hubsOwned,
  livingDms,
  lockAccount,
  lockSeats,
  needsOwner,
  type OwnedHub,
  type TaskGiven,
  tasksGivenTo,
} from '../../sql/reads/account/delete_account.ts'
import type { Tell, ExclusiveMessage } from '../runtime/actor.ts'
import { movedHandles } from './handles/moved_handles.ts'
import { participantRows } from '../../sql/reads/account/participant_states.ts'

interface DeleteAccount {
  /** the person who deletes the account; absent for an agent deleted with its human, or a sub-agent with its parent */
  readonly by?: Caller
  /** whether the agents are unlinked or deleted */
  readonly agents: 'free' | 'delete'
}

interface Deleted {
  readonly deleted: true
}

/** The name shown for the author of what a deleted account wrote. */
const nobody = untrusted('a deleted account')

/**
 * Deletes an account. One commit revokes all its credentials, withholds its handles and erases its personal data; what
 * it wrote stays. Its agents, hubs, DMs and tasks are told through the outbox, each once, and do their part.
 */
export const deleteAccount: ExclusiveMessage<DeleteAccount, Deleted> = {
  async run(sql, id, { by, agents: fate }, { now, at }) {
    await lockAccount(sql, id)
    const [one] = await participantRows(sql, [id])
    if (!one) throw unreadable('account')
    if (one.deleted) return { reply: { deleted: true } }
    if (by && (one.kind !== 'human' || by.id !== id)) {
      throw forbidden('not_yours', 'Only a signed-in person has an account to delete. Sign in first.')
    }
    const dependants = await dependantsOf(sql, id)
    const agents = dependants.filter(({ kind }) => kind === 'agent')
    const own = [id, ...agents.map((agent) => agent.id)]
    await lockSeats(sql, own)
    // an agent that stays keeps the hubs it owns without its human
    const hubs = one.kind === 'human' ? await hubsToLeave(sql, { owners: fate === 'free' ? [id] : own, own }) : []
    const dms = await livingDms(sql, id)
    const tasks = await tasksGivenTo(sql, id)
    const freed = one.kind === 'human' && fate === 'free' ? agents : []
    const along = dependants.filter((dependant) => !freed.includes(dependant))
    const handles = await handlesOf(sql, freed, now)
    return {
      reply: { deleted: true },
      effects: [
        forgetAccounts({ id, at }),
        endAllCredentials({ id, at, agents: fate === 'delete' }),
        endSeatsOf({ id, at }),
        withholdHandles({ participant_id: id, reserved_until: new Date(now + lifetimes.handleWithheld).toISOString() }),
        eraseAccounts({ id, deleted_at: at, name: nobody, handle: handleOfDeleted(id) }),
      ],
      tell: [
        ...hubs.map((hub): Tell => ({ actor: 'hub', id: hub.id, operation: 'owner_left', args: { who: id, own } })),
        ...along.map((agent): Tell => toDelete(agent.id, fate)),
        ...freed.map(
          ({ id: agent, handle }): Tell => toFree(agent, { human: id, handle: handles.get(agent) ?? handle }),
        ),
        ...dms.map((dm): Tell => ({ actor: 'dm', id: dm, operation: 'side_left', args: { who: id } })),
        ...tasks.map((task): Tell => toFallOpen(task, { id, kind: one.kind })),
      ],
    }
  },
}

/** The hubs they own. Throws when one has other participants and would be left without an owner. */
async function hubsToLeave(sql: Sql, whose: Parameters<typeof hubsOwned>[1]): ReturnType<typeof hubsOwned> {
  const hubs = await hubsOwned(sql, whose)
  const kept = hubs.filter(needsOwner)
  if (kept.length > 0) throw handOver(kept)
  return hubs
}

/** New handles of the agents whose handle contains their human's, by agent. */
async function handlesOf(sql: Sql, freed: Parameters<typeof movedHandles>[1], now: number) {
  const out = freed.filter(({ handle }) => humanPart(handle) !== undefined)
  const moved = await movedHandles(sql, out, { now, until: now + lifetimes.handlePassedOn })
  return new Map(moved.map((agent) => [agent.id, agent.to]))
}

const toFree = (id: string, args: { readonly human: string; readonly handle: string }): Tell => ({
  actor: 'participant',
  id,
  operation: 'left_behind',
  args,
})

const toDelete = (id: string, agents: DeleteAccount['agents']): Tell => ({
  actor: 'participant',
  id,
  operation: 'delete_account',
  args: { agents },
})

const toFallOpen = (
  { id, thread_id, idle_at }: TaskGiven,
  left: { readonly id: string; readonly kind: string },
): Tell => ({
  actor: 'thread',
  id: thread_id,
  operation: 'fall_open',
  args: { task_id: id, due: idle_at, left },
})

function handOver(hubs: readonly OwnedHub[]): Refusal {
  const named = (of: readonly OwnedHub[]): string => of.map(({ slug }) => slug).join(', ')
  const [toHeirs, heirless] = [hubs.filter(({ heir }) => heir), hubs.filter(({ heir }) => !heir)]
  const ways = [
    ...(toHeirs.length > 0 ? [`Hand over first: ${named(toHeirs)}.`] : []),
    ...(heirless.length > 0
      ? [
          `Nobody is there who could be the owner of ${named(heirless)}: invite a person and hand over, or remove all others, and it goes with your account.`,
        ]
      : []),
  ]
  return conflict(
    'only_owner',
    `You are the only owner of ${hubs.length === 1 ? 'a hub' : `${hubs.length} hubs`} with other members. ${ways.join(' ')}`,
    { hubs: hubs.map(({ slug }) => slug), ...(heirless.length > 0 && { heirless: heirless.map(({ slug }) => slug) }) },
  )
}
