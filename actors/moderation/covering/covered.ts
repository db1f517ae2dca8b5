import type { FoldLevel, FoldReason } from '../../../src/rules/closed_lists.ts'
import type { Effect } from '../../../sql/effect.ts'
import type { Keeper } from '../../../sql/facts/hub/seats.ts'
import type { CoversSince, FoldNow } from '../../../sql/facts/moderation/folds.ts'
import type { ActNow } from '../../../sql/facts/moderation/moderation_log.ts'
import type { ThreadPlace } from '../../../sql/facts/thread/thread_places.ts'
import { present } from '../../../src/records/present.ts'
import type { Tell } from '../../runtime/actor.ts'
import type { actOn, Moderating, ModerationReply } from '../log.ts'

/** Folding, hiding or locking a thread, a post in it, or a pad; or showing or unlocking it again. */
export interface Covering extends Moderating {
  readonly action: 'hide' | 'show' | 'lock' | 'unlock'
  readonly level?: FoldLevel
  /** the thread that this one duplicates */
  readonly duplicate_of?: string
}

/** The current state of what is to be covered or uncovered. */
export interface CoverTarget {
  readonly type: 'post' | 'thread' | 'pad'
  readonly id: string
  readonly hub_id: string
  /** its author, who is told */
  readonly author_id: string
  readonly fold?: FoldNow | undefined
  readonly locked?: { readonly by_id?: string } | undefined
}

export interface CoverFacts {
  readonly since?: CoversSince | undefined
  readonly keepers: readonly Keeper[]
  readonly act: ActNow | undefined
  readonly other: ThreadPlace | undefined
}

export interface CoverOutcome {
  readonly reply: ModerationReply
  readonly effects: readonly Effect[]
  readonly tell: readonly Tell[]
  /** the new state; absent when nothing changed */
  readonly next?: { readonly fold?: FoldNow; readonly locked?: { readonly by_id: string } }
}

export interface CoverContext {
  readonly target: CoverTarget
  readonly call: Covering
  readonly at: string
  /** owner and helpers of the hub */
  readonly keepers: readonly Keeper[]
  readonly act: ReturnType<typeof actOn>
}

export const lockOf = ({ locked }: CoverTarget) => (locked ? { locked: { by_id: locked.by_id ?? '' } } : {})

export const unchanged = ({ act }: CoverContext, status: string): CoverOutcome => ({
  ...act.already(status),
  effects: [],
  tell: [],
})

export function changed(
  { call, act }: CoverContext,
  status: string,
  made: {
    effects: readonly Effect[]
    tell?: readonly Tell[]
    next: NonNullable<CoverOutcome['next']>
    reason?: FoldReason
    /** the fold or lock it replaces, as JSON */
    was?: string
  },
): CoverOutcome {
  const reason = made.reason ?? call.reason
  const line = { action: call.action, ...present({ reason, was: made.was, duplicate_of: call.duplicate_of }) }
  const { reply, effects } = act.done(status, line)
  return { reply, effects: [...made.effects, ...effects], tell: made.tell ?? [], next: made.next }
}
