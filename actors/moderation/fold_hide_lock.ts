import { invalid } from '../../src/rules/errors.ts'
import { isKeeperSeat } from '../../src/rules/may_read/readable.ts'
import { type FoldLevel, type FoldReason, makersFoldReasons } from '../../src/rules/lists.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import type { World } from '../../src/rules/world.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold, unfold } from '../../sql/effects/moderation/folds.ts'
import { type LockRow, lock, unlock } from '../../sql/effects/moderation/locks.ts'
import { answerReports } from '../../sql/effects/moderation/reports.ts'
import { type CoversSince, coversSince, type FoldNow } from '../../sql/facts/moderation/folds.ts'
import { acts, type ActNow } from '../../sql/facts/moderation/moderation_log.ts'
import { type Keeper, keepersOf } from '../../sql/facts/hub/seats.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import type { ThreadPlace } from '../../sql/facts/thread/thread_places.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { notice } from '../notices.ts'
import type { Tell } from '../runtime/actor.ts'
import { placeOfThread, threadNamed } from '../thread_named.ts'
import { notPaused } from './agents_paused.ts'
import { from, type Moderating, type ModerationReply, actOn, noteOf } from './log.ts'
import { checkTakesBack, type Stands } from './taking_back.ts'

/** Folding, hiding or locking a thread, a post in it, or a pad. */
export interface Covering extends Moderating {
  readonly action: 'hide' | 'show' | 'lock' | 'unlock'
  readonly level?: FoldLevel
  /** the thread that this one duplicates */
  readonly duplicate_of?: string
}

/** The current state of what is to be covered or uncovered. */
export interface Covered {
  readonly type: 'post' | 'thread' | 'pad'
  readonly id: string
  readonly hub_id: string
  /** its author, who is told */
  readonly author_id: string
  readonly fold?: FoldNow | undefined
  readonly locked?: { readonly by_id?: string } | undefined
}

export const neededToCover = (hub_id: string, target_id: string, { by, duplicate_of, takes_back }: Covering) => ({
  since: coversSince.of(target_id),
  keepers: keepersOf.of(hub_id),
  act: acts.maybe(takes_back),
  other: placeOfThread(by, duplicate_of),
})

export interface CoverFacts {
  readonly since?: CoversSince | undefined
  readonly keepers?: readonly Keeper[] | undefined
  readonly act: ActNow | undefined
  readonly other: ThreadPlace | undefined
}

/** The reason when none is given. */
const defaultReason: FoldReason = 'off_topic'

export interface Uncovered {
  readonly reply: ModerationReply
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** the new state; absent when nothing changed */
  readonly next?: { readonly fold?: FoldNow; readonly locked?: { readonly by_id: string } }
}

/** Decides one of the four acts for any target; the actor that owns it keeps `next`. */
export function cover(
  target: Covered,
  call: Covering,
  asked: Asked,
  standing: Standing,
  facts: CoverFacts,
  { at, public_on }: Pick<World, 'at' | 'public_on'>,
): Uncovered {
  const { by, action, duplicate_of } = call
  if (standing.removed) throw denied('removed', asked)
  mayCover(target, call, asked)
  notPaused(by, standing)
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
  const told: CoverContext = { target, call, at, keepers: facts.keepers ?? [], act: actOn(call, target, at) }
  if (act?.taken_back) return unchanged(told, statusNow(target, action))
  switch (action) {
    case 'hide':
      return hide(told, asked, folded)
    case 'show':
      return show(told, asked, act?.was)
    case 'lock':
      return target.locked && !replacesOthers(target.locked, told, asked)
        ? unchanged(told, 'locked')
        : changed(told, 'locked', {
            effects: [lock(presentAs({ target_id: target.id, by_id: by.id, at, reason: call.reason }))],
            tell: moderated(told, call.reason),
            next: presentAs({ fold: target.fold, locked: { by_id: by.id } }),
            ...present({ was: locked && JSON.stringify(locked) }),
          })
    case 'unlock':
      return target.locked ? opened(told, act?.was) : unchanged(told, 'unlocked')
  }
}

/** A maker folds for few reasons, and takes back only their own acts. */
function mayCover(target: Covered, { by, action, level = 'fold', reason }: Covering, asked: Asked): void {
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

const statusNow = ({ fold, locked }: Covered, action: Covering['action']): string => {
  if (action === 'unlock') return locked ? 'locked' : 'unlocked'
  return fold ? (fold.level === 'fold' ? 'folded' : 'hidden') : 'shown'
}

/** A keeper's act replaces one of whoever is no keeper: who may take back only their own could otherwise end it. */
const replacesOthers = (
  { by_id }: { readonly by_id?: string },
  { call, keepers }: CoverContext,
  { seat }: Asked,
): boolean =>
  isKeeperSeat(seat) && by_id !== undefined && by_id !== call.by.id && !keepers.some(({ id }) => id === by_id)

interface CoverContext {
  readonly target: Covered
  readonly call: Covering
  readonly at: string
  /** owner and helpers of the hub */
  readonly keepers: readonly Keeper[]
  readonly act: ReturnType<typeof actOn>
}

/** `stands`: the fold that this act replaces. */
function hide(told: CoverContext, asked: Asked, stands: Stands | undefined): Uncovered {
  const { target, call, at } = told
  const { by, level = 'fold', reason, duplicate_of } = call
  const status = level === 'fold' ? 'folded' : 'hidden'
  const standing = target.fold
  const keeper = isKeeperSeat(asked.seat)
  const same =
    standing?.level === level &&
    (reason === undefined || standing.reason === reason) &&
    (duplicate_of === undefined || standing.duplicate_of === duplicate_of) &&
    !replacesOthers(standing, told, asked)
  // a maker does not change another's fold
  if (standing && (same || (!keeper && standing.by_id !== by.id))) return unchanged(told, status)
  const because = reason ?? standing?.reason ?? defaultReason
  // who repeats a fold as a duplicate need not name the other thread again
  const repeated = because === 'duplicate' ? (duplicate_of ?? standing?.duplicate_of) : undefined
  const next: FoldNow = { level, reason: because, by_id: by.id, ...present({ duplicate_of: repeated }) }
  return changed(told, status, {
    effects: [
      fold({ target_id: target.id, ...next, at }),
      ...(keeper ? [answerReports({ target_id: target.id, state: 'acted', answered_by: by.id, answered_at: at })] : []),
    ],
    tell: moderated(told, next.reason),
    next: { fold: next, ...lockOf(target) },
    reason: next.reason,
    ...present({ was: stands && JSON.stringify(stands) }),
  })
}

/** `was`: the fold that the act had replaced, when that act is taken back. */
function show(told: CoverContext, asked: Asked, was?: string): Uncovered {
  const { target, call, at } = told
  const kept = isKeeperSeat(asked.seat)
    ? [answerReports({ target_id: target.id, state: 'kept', answered_by: call.by.id, answered_at: at })]
    : []
  if (!target.fold) return { ...unchanged(told, 'shown'), effects: kept }
  if (was !== undefined) {
    const { at: since = at, ...before } = JSON.parse(was) as FoldNow & Stands
    return changed(told, before.level === 'fold' ? 'folded' : 'hidden', {
      effects: [fold({ target_id: target.id, ...before, at: since }), ...kept],
      next: { fold: before, ...lockOf(target) },
    })
  }
  return changed(told, 'shown', {
    effects: [unfold({ target_id: target.id }), ...kept],
    next: lockOf(target),
  })
}

/** `was`: the lock that the act had replaced, when that act is taken back. */
function opened(told: CoverContext, was?: string): Uncovered {
  const { target, at } = told
  const next = target.fold ? { fold: target.fold } : {}
  if (was === undefined) return changed(told, 'unlocked', { effects: [unlock({ target_id: target.id })], next })
  const { by_id, at: since = at, reason } = JSON.parse(was) as Pick<LockRow, 'by_id' | 'reason'> & Stands
  return changed(told, 'locked', {
    effects: [lock(presentAs({ target_id: target.id, by_id, at: since, reason }))],
    next: { ...next, locked: { by_id } },
  })
}

const lockOf = ({ locked }: Covered) => (locked ? { locked: { by_id: locked.by_id ?? '' } } : {})

const unchanged = ({ act }: CoverContext, status: string): Uncovered => ({
  ...act.already(status),
  effects: [],
  tell: [],
})

function changed(
  told: CoverContext,
  status: string,
  made: {
    effects: readonly Effect[]
    tell?: readonly Tell[]
    next: NonNullable<Uncovered['next']>
    reason?: FoldReason
    /** the fold or lock it replaces, as JSON */
    was?: string
  },
): Uncovered {
  const { call, act } = told
  const reason = made.reason ?? call.reason
  const line = { action: call.action, ...present({ reason, was: made.was, duplicate_of: call.duplicate_of }) }
  const { reply, effects } = act.done(status, line)
  return { reply, effects: [...made.effects, ...effects], tell: made.tell ?? [], next: made.next }
}

const moderated = ({ target, call }: CoverContext, reason: string | undefined): Tell[] => [
  notice(target.author_id, {
    kind: 'moderated',
    ...from(call.by),
    ...(target.type === 'post'
      ? { post_id: target.id }
      : target.type === 'thread'
        ? { thread_id: target.id }
        : { pad_id: target.id }),
    ...present({ reason }),
    ...noteOf(call),
  }),
]
