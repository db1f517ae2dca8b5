import { invalid } from '../../../src/rules/errors.ts'
import { makersFoldReasons } from '../../../src/rules/closed_lists.ts'
import { allow, type Asked, denied } from '../../../src/rules/rights.ts'
import type { World } from '../../../src/rules/world.ts'
import { coversSince } from '../../../sql/facts/moderation/folds.ts'
import { acts } from '../../../sql/facts/moderation/moderation_log.ts'
import { keepersOf } from '../../../sql/facts/hub/seats.ts'
import { present } from '../../../src/records/present.ts'
import type { Access } from '../../seats/place.ts'
import { placeOfThread, threadNamed } from '../../thread_named.ts'
import { checkNotPaused } from '../agents_paused.ts'
import { actOn } from '../log.ts'
import { checkTakesBack } from '../taking_back.ts'
import {
  type CoverContext,
  type CoverTarget,
  type CoverFacts,
  type Covering,
  unchanged,
  type CoverOutcome,
} from './covered.ts'
import { hide, lock } from './fold_hide_lock.ts'
import { show, unlock } from './show_unlock.ts'

export const neededToCover = (hub_id: string, target_id: string, { by, duplicate_of, takes_back }: Covering) => ({
  since: coversSince.of(target_id),
  keepers: keepersOf.of(hub_id),
  act: acts.maybe(takes_back),
  other: placeOfThread(by, duplicate_of),
})

/** Decides one of the four acts for any target; the actor that owns it keeps `next`. */
export function cover(
  target: CoverTarget,
  call: Covering,
  { asked, standing }: Access,
  facts: CoverFacts,
  { at, public_on }: Pick<World, 'at' | 'public_on'>,
): CoverOutcome {
  const { by, action, duplicate_of } = call
  if (standing.removed) throw denied('removed', asked)
  mayCover(target, call, asked)
  checkNotPaused(by, standing)
  const { folded_at, locked_at, lock_reason } = facts.since ?? {}
  const folded = target.fold && { ...target.fold, ...present({ at: folded_at?.toISOString() }) }
  const locked = target.locked && {
    ...target.locked,
    ...present({ at: locked_at?.toISOString(), reason: lock_reason }),
  }
  const stands = action === 'show' ? folded : locked
  const { act } = facts
  checkTakesBack(call, act, target.hub_id, stands)
  if (duplicate_of !== undefined) threadNamed(target.hub_id, facts.other, by, public_on)
  if (duplicate_of === target.id) {
    throw invalid('target', 'A thread duplicates another one, not itself. Name that one in duplicate_of.')
  }
  const context: CoverContext = { target, call, at, keepers: facts.keepers, act: actOn(call, target, at) }
  if (act?.taken_back) return unchanged(context, statusNow(target, action))
  switch (action) {
    case 'hide':
      return hide(context, asked, folded)
    case 'show':
      return show(context, asked, act)
    case 'lock':
      return lock(context, asked, locked)
    case 'unlock':
      return unlock(context, act)
  }
}

/** A maker folds for few reasons, and takes back only their own acts. */
function mayCover(target: CoverTarget, { by, action, level = 'fold', reason }: Covering, asked: Asked): void {
  const { fold, locked, author_id } = target
  const makersReason = reason === undefined || (makersFoldReasons as readonly string[]).includes(reason)
  const maker_id = asked.maker ? by.id : author_id
  const isMakers = (act: { readonly by_id?: string } | undefined): boolean => !act || act.by_id === maker_id
  const within = (makers: boolean): Asked => ({ ...asked, maker: makers ? asked.maker : undefined })
  if (action === 'hide' && level === 'hide') return allow('hide', asked)
  if (action === 'hide') return allow('fold', within(makersReason))
  if (action === 'show') return allow('show', within(isMakers(fold)))
  if (action === 'lock') return allow('lock', asked)
  allow('unlock', within(isMakers(locked)))
}

const statusNow = ({ fold, locked }: CoverTarget, action: Covering['action']): string => {
  if (action === 'unlock') return locked ? 'locked' : 'unlocked'
  return fold ? (fold.level === 'fold' ? 'folded' : 'hidden') : 'shown'
}
