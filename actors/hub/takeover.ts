import { conflict, forbidden, invalid, unreadable } from '../../src/rules/errors.ts'
import { timers } from '../../src/rules/limits.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { type Asked, capabilities, denied, may } from '../../src/rules/rights.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertActs } from '../../sql/effects/acts.ts'
import { setRoles } from '../../sql/effects/seats.ts'
import { deleteTakeovers, insertTakeovers } from '../../sql/effects/takeovers.ts'
import { keepersOf } from '../../sql/facts/hubs.ts'
import { concerned, ownerActedAt, ownersOf, takeovers } from '../../sql/facts/moderation.ts'
import { from, type Moderating, type ModerationReply, logEffects, noteOf } from '../moderation/log.ts'
import { type NoticeOf, notice } from '../notices.ts'
import { type Facts, message, type Outcome, type Tell } from '../runtime/actor.ts'
import { mayKeep } from '../moderation/place.ts'
import { notPaused } from '../moderation/agents_paused.ts'
import { readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'

export interface TakeoverReply extends ModerationReply {
  readonly takeover?: { readonly state: 'done' | 'requested' | 'objected'; readonly takes_effect_at?: string }
}

const needed = (hub: Hub) => ({
  keepers: keepersOf.of(hub.id),
  owners: ownersOf.of(hub.id),
  actedAt: ownerActedAt.of(hub.id),
  waiting: takeovers.of(hub.id),
})

type Loaded = Facts<ReturnType<typeof needed>>

type Keepers = readonly { readonly id: string; readonly role: 'owner' | 'helper' }[]

/** Takes over a hub whose owner went quiet: a helper becomes owner at once; without a helper a member requests it. */
export const takeOver = message({
  afresh: true,
  needs: (hub: Hub, { by }: Moderating) => ({ standing: standingIn(hub, by), ...needed(hub) }),
  decide: (hub: Hub, call: Moderating, facts, { now, public_on }): Outcome<Hub, TakeoverReply> => {
    const { by } = call
    const { standing, asked } = readableBy(hub, by, facts.standing, public_on)
    const { keepers = [], actedAt = 0 } = facts
    if (standing.removed) throw denied('removed', asked)
    const helped = keepers.some(({ role }) => role === 'helper')
    mayTakeOver({ ...asked, quiet: now - actedAt >= timers.ownerSilence, helped }, actedAt)
    notPaused(by, standing)
    return asked.seat === 'helper' ? takenByHelper(hub, call, facts, now) : requested(hub, call, facts, now)
  },
})

const taken = ({ id }: Hub) => ({ hub_id: id, target: { type: 'hub' as const, id } })
const line = ({ id }: Hub) => ({ hub_id: id, action: 'take_over', target_type: 'hub', target_id: id }) as const

function takenByHelper(
  hub: Hub,
  call: Moderating,
  { keepers = [], owners = [], waiting }: Loaded,
  now: number,
): Outcome<Hub, TakeoverReply> {
  const { by, entry } = call
  const taker = holderOf(by)
  // a member who asked before is told that it is done
  const asking = waiting ? [waiting.by_id] : []
  return {
    reply: { ...taken(hub), entry, status: 'owner', takeover: { state: 'done' } },
    effects: [
      ...ownershipMoved(hub, taker, by.id, owners, now),
      ...logEffects(call, { ...line(hub), reason: 'done' }, now),
    ],
    tell: [
      ...tellTakeover(hub, keepers, [taker, ...asking], { ...from(by), reason: 'done', ...noteOf(call) }),
      ...tellRoles(hub, taker, owners, from(by)),
    ],
    wake: { version: hub.version },
  }
}

function requested(
  hub: Hub,
  call: Moderating,
  { keepers = [], waiting }: Loaded,
  now: number,
): Outcome<Hub, TakeoverReply> {
  const { by, entry } = call
  const taker = holderOf(by)
  if (waiting && waiting.by_id !== taker) {
    throw conflict('request_waiting', 'Somebody else asked to take this hub over before. One request waits at a time.')
  }
  const takes_effect_at = new Date(waiting?.takes_effect_at ?? now + timers.takeoverNotice).toISOString()
  const takeover = { state: 'requested', takes_effect_at } as const
  if (waiting) return { reply: { ...taken(hub), status: 'requested', already: true, takeover } }
  return {
    reply: { ...taken(hub), entry, status: 'requested', takeover },
    effects: [
      insertTakeovers({ hub_id: hub.id, by_id: taker, at: new Date(now).toISOString(), takes_effect_at }),
      ...logEffects(call, { ...line(hub), reason: 'requested' }, now),
    ],
    tell: tellTakeover(hub, keepers, [taker], { ...from(by), reason: 'requested', ...noteOf(call) }),
  }
}

/** Lets the owner object to a takeover request. */
export const objectTakeover = message({
  afresh: true,
  needs: (hub: Hub, { by }: Moderating) => ({ standing: standingIn(hub, by), ...needed(hub) }),
  decide: (hub: Hub, call: Moderating, facts, { now, public_on }): Outcome<Hub, TakeoverReply> => {
    const { by } = call
    const { asked, standing } = readableBy(hub, call.by, facts.standing, public_on)
    const { keepers = [], waiting } = facts
    mayKeep('object_takeover', { asked, standing })
    if (!waiting) throw invalid('target', 'Nobody asks to take this hub over.')
    return {
      reply: {
        hub_id: hub.id,
        target: { type: 'hub', id: hub.id },
        status: 'objected',
        entry: call.entry,
        takeover: { state: 'objected' },
      },
      effects: [
        deleteTakeovers({ hub_id: hub.id }),
        ...logEffects(call, { hub_id: hub.id, action: 'object_takeover', target_type: 'hub', target_id: hub.id }, now),
      ],
      tell: tellTakeover(hub, keepers, [waiting.by_id], { ...from(by), reason: 'objected', ...noteOf(call) }),
    }
  },
})

interface Due {
  /** id of the log entry */
  readonly entry: string
  /** identifies the request: the time it takes effect (epoch ms) */
  readonly due: number
}

/**
 * Thirty days after a request its author becomes owner, unless the owner did anything since, the hub has a helper, or
 * the author lost their seat. Decided by the current rows, so a repeated message changes nothing.
 */
export const takeoverDue = message({
  afresh: true,
  needs: (hub: Hub, _: Due) => needed(hub),
  decide: (
    hub: Hub,
    { entry, due }: Due,
    { keepers = [], owners = [], actedAt = 0, waiting },
    { now },
  ): Outcome<Hub, { state?: 'done' | 'objected' }> => {
    if (waiting?.takes_effect_at !== due) return { reply: {} }
    const acted = actedAt > waiting.at || !waiting.seated || keepers.some(({ role }) => role === 'helper')
    const reason = acted ? 'objected' : 'done'
    return {
      reply: { state: reason },
      effects: acted
        ? [deleteTakeovers({ hub_id: hub.id })]
        : [
            ...ownershipMoved(hub, waiting.by_id, waiting.by_id, owners, now),
            insertActs({
              id: entry,
              hub_id: hub.id,
              action: 'take_over',
              target_type: 'hub',
              target_id: hub.id,
              by_id: waiting.by_id,
              at: new Date(now).toISOString(),
              reason: 'done',
            }),
          ],
      tell: [
        ...tellTakeover(hub, keepers, [waiting.by_id], { from_kind: 'service', reason }),
        ...(acted ? [] : tellRoles(hub, waiting.by_id, owners, { from_kind: 'service' })),
      ],
      wake: { version: hub.version },
    }
  },
})

interface HandOver extends Moderating {
  readonly participant: string
}

/** Makes another person of the hub its owner; the former owner stays as a helper. */
export const handOver = message({
  afresh: true,
  needs: (hub: Hub, { by, participant }: HandOver) => ({
    standing: standingIn(hub, by),
    concerned: concerned.of({ participant_id: participant, hub_id: hub.id, scope_id: hub.id }),
    ...needed(hub),
  }),
  decide: (hub: Hub, call: HandOver, facts, { now, public_on }): Outcome<Hub, ModerationReply> => {
    const { by, participant } = call
    const { asked, standing } = readableBy(hub, call.by, facts.standing, public_on)
    mayKeep('set_role', { asked, standing })
    const { concerned: whom, owners = [] } = facts
    if (!whom) throw unreadable('person or agent')
    const reply: ModerationReply = { hub_id: hub.id, target: { type: 'participant', id: whom.id }, status: 'owner' }
    if (whom.hub_seat === 'owner') return { reply: { ...reply, already: true } }
    if (whom.kind !== 'human' || whom.hub_seat === undefined) {
      throw invalid('target', 'A hub is handed over to a person who has a seat in it. Invite them first.')
    }
    return {
      reply: { ...reply, entry: call.entry },
      effects: [
        ...ownershipMoved(hub, participant, by.id, owners, now),
        ...logEffects(
          call,
          {
            hub_id: hub.id,
            action: 'set_role',
            target_type: 'participant',
            target_id: participant,
            was: whom.hub_seat,
          },
          now,
        ),
      ],
      tell: tellRoles(hub, participant, owners, from(by)),
      wake: { version: hub.version },
    }
  },
})

function mayTakeOver(asked: Asked, actedAt: number): void {
  const answer = may('take_over', asked)
  if (answer === true) return
  const own = answer === 'needs_helper' && asked.seat === 'owner'
  if (answer !== 'not_quiet_yet') throw denied(answer, asked, own ? 'This hub is yours already.' : undefined)
  const quiet_at = new Date(actedAt + timers.ownerSilence).toISOString()
  throw forbidden(
    'not_quiet_yet',
    `The owner has been here: this hub counts as quiet from ${quiet_at} on. Ask them instead.`,
    {
      quiet_at,
      yourCapabilities: capabilities(asked),
    },
  )
}

/**
 * Makes the taker owner and the former owners helpers. The seat counts as given by a former owner: one given by its own
 * holder is a guest's.
 */
function ownershipMoved(hub: Hub, taker: string, by: string, owners: readonly { id: string }[], now: number): Effect[] {
  const seat = { scope_id: hub.id, given_by: by, at: new Date(now).toISOString() }
  return [
    ...owners.map(({ id }) => setRoles({ ...seat, participant_id: id, role: 'helper' })),
    setRoles({ ...seat, participant_id: taker, role: 'owner', given_by: owners[0]?.id ?? by }),
    deleteTakeovers({ hub_id: hub.id }),
  ]
}

type From = Pick<NoticeOf<'role'>, 'from_id' | 'from_kind'>

/** Notifies those whose role changed. */
const tellRoles = (hub: Hub, taker: string, owners: readonly { id: string }[], by: From): Tell[] => [
  notice(taker, { kind: 'role', ...by, hub_id: hub.id, reason: 'owner' }),
  ...owners.map(({ id }) => notice(id, { kind: 'role', ...by, hub_id: hub.id, reason: 'helper' })),
]

function tellTakeover(
  hub: Hub,
  keepers: Keepers,
  others: readonly string[],
  item: Omit<NoticeOf<'takeover'>, 'kind' | 'hub_id'>,
): Tell[] {
  const to = new Set([...keepers.map(({ id }) => id), ...others])
  return [...to].map((id) => notice(id, { kind: 'takeover', ...item, hub_id: hub.id }))
}
