import { holderOf } from '../../../src/rules/caller.ts'
import { conflict, forbidden } from '../../../src/rules/errors.ts'
import { timers } from '../../../src/rules/limits.ts'
import { type Asked, capabilities, denied, may } from '../../../src/rules/rights.ts'
import type { World } from '../../../src/rules/world.ts'
import { insertTakeovers } from '../../../sql/effects/hub/hubs.ts'
import { ownerActedAt, ownersOf } from '../../../sql/facts/hub/takeovers.ts'
import { checkNotPaused } from '../../moderation/agents_paused.ts'
import { actOn, type Moderating, noteOf } from '../../moderation/log.ts'
import { type Facts, message, type Outcome } from '../../runtime/actor.ts'
import { readableBy, standingIn } from '../access.ts'
import { passOwnership, tellRoles } from '../ownership.ts'
import type { Hub } from '../state.ts'
import { hasHelper, itself, openTakeover, type TakeoverReply, tellTakeover } from './takeover.ts'
import { from } from '../../notices.ts'
import { iso } from '../../../src/rules/units.ts'

const needs = (hub: Hub, { by }: Moderating) => ({
  standing: standingIn(hub, by),
  owners: ownersOf.of(hub.id),
  actedAt: ownerActedAt.of(hub.id),
  ...openTakeover(hub),
})

type Loaded = Facts<ReturnType<typeof needs>>

/** Takes over a hub whose owner went quiet: a helper at once; in a hub without helpers a member asks for it. */
export const takeOver = message({
  afresh: true,
  needs,
  decide: (hub: Hub, call: Moderating, facts, world): Outcome<Hub, TakeoverReply> => {
    const { standing, asked } = readableBy(hub, call.by, facts.standing, world.public_on)
    if (standing.removed) throw denied('removed', asked)
    const { keepers, actedAt } = facts
    const quietAt = actedAt + timers.ownerSilence
    mayTakeOver({ ...asked, quiet: world.now >= quietAt, helped: hasHelper(keepers) }, quietAt)
    checkNotPaused(call.by, standing)
    return asked.seat === 'helper' ? takenByHelper(hub, call, facts, world) : requested(hub, call, facts, world)
  },
})

function mayTakeOver(asked: Asked, quietAt: number): void {
  const answer = may('take_over', asked)
  if (answer === true) return
  if (answer === 'not_quiet_yet') throw notQuietYet(asked, quietAt)
  const isOwner = answer === 'needs_helper' && asked.seat === 'owner'
  throw denied(answer, asked, isOwner ? 'This hub is yours already.' : undefined)
}

function notQuietYet(asked: Asked, quietAt: number) {
  const quiet_at = iso(quietAt)
  return forbidden(
    'not_quiet_yet',
    `The owner has been here: this hub counts as quiet from ${quiet_at} on. Ask them instead.`,
    { quiet_at, yourCapabilities: capabilities(asked) },
  )
}

function takenByHelper(
  hub: Hub,
  call: Moderating,
  { keepers, owners, waiting }: Loaded,
  { at }: World,
): Outcome<Hub, TakeoverReply> {
  const { by } = call
  const taker = holderOf(by)
  const succession = { from: owners, to: taker }
  // a member who asked before is told that it is done
  const asking = waiting ? [taker, waiting.by_id] : [taker]
  const { reply, effects } = actOn(call, itself(hub), at).done('owner', { action: 'take_over', reason: 'done' })
  return {
    reply: { ...reply, takeover: { state: 'done' } },
    effects: [...passOwnership(hub, succession, by.id, at), ...effects],
    tell: [
      ...tellTakeover(hub, keepers, asking, { ...from(by), reason: 'done', ...noteOf(call) }),
      ...tellRoles(hub, succession, from(by)),
    ],
    wake: { version: hub.version },
  }
}

function requested(
  hub: Hub,
  call: Moderating,
  { keepers, waiting }: Loaded,
  { now, at }: World,
): Outcome<Hub, TakeoverReply> {
  const { by } = call
  const taker = holderOf(by)
  if (waiting && waiting.by_id !== taker) {
    throw conflict('request_waiting', 'Somebody else asked to take this hub over before. One request waits at a time.')
  }
  const takes_effect_at = new Date(waiting?.takes_effect_at ?? now + timers.takeoverNotice).toISOString()
  const takeover = { state: 'requested', takes_effect_at } as const
  const act = actOn(call, itself(hub), at)
  if (waiting) return { reply: { ...act.already('requested').reply, takeover } }
  const { reply, effects } = act.done('requested', { action: 'take_over', reason: 'requested' })
  return {
    reply: { ...reply, takeover },
    effects: [insertTakeovers({ hub_id: hub.id, by_id: taker, at, takes_effect_at }), ...effects],
    tell: tellTakeover(hub, keepers, [taker], { ...from(by), reason: 'requested', ...noteOf(call) }),
  }
}
