import type { Reason } from './errors.ts'
import { type Action, type Asked, may, sentenceOf } from './rights.ts'
import type { Dispute } from './closed_lists.ts'
import { isUnsettled } from './states/dispute_moves.ts'

/** The state of a thread with regard to one caller. */
export interface ThreadStanding {
  /** the caller was removed from the thread or its hub */
  readonly removed: boolean
  /** the caller has no seat, or one that it took as a guest */
  readonly guest: boolean
  /** owner or helper of the hub */
  readonly keeper: boolean
  readonly folded: boolean
  readonly locked: boolean
  /** the hub admits guests */
  readonly hub_takes_guests: boolean
}

interface Objection {
  readonly reason: Reason<'forbidden'>
  /** the state of the place is the reason, not the caller */
  readonly closed?: true
  /** replaces the default sentence of the reason */
  readonly message?: string
}

/** Why a caller may not act in a thread: removal, seat and rule, guests, lock, in this order. Undefined: allowed. */
export function reasonAgainst(action: Action, asked: Asked, here: ThreadStanding): Objection | undefined {
  if (here.removed && !(asked.own && action === 'delete_post')) return { reason: 'removed' }
  const answer = may(action, asked)
  if (answer !== true) return { reason: answer, message: sentenceOf(action, answer, asked) }
  // authors may always delete their own posts; an edit puts new words there and counts as a post
  if (action === 'delete_post') return undefined
  if (action === 'edit_post') return reasonAgainst('post', { ...asked, own: false }, here)
  // a guest may write while the hub admits guests, and never in a folded thread
  if (here.guest) {
    if (here.folded) return barredGuest(`The thread is folded: guests cannot post in it. ${seatFor(asked.by)}`)
    if (!here.hub_takes_guests) return barredGuest('This hub takes no guests any more: they read on.')
  }
  // a guest of the hub writes in threads that take guests, and in those of their own
  if (asked.hub_guest === true && !asked.maker && !asked.guests)
    return barredGuest('This thread takes no guests: they read it, and write in those that do.')
  return here.locked && !here.keeper ? { reason: 'thread_locked', closed: true } : undefined
}

/** Whether the thread, in its current state, takes no posts of a caller who could post there otherwise. */
export const isClosedTo = (asked: Asked, here: ThreadStanding): boolean =>
  reasonAgainst('post', asked, here)?.closed === true

const barredGuest = (message: string): Objection => ({ reason: 'guests_off', closed: true, message })

/** How somebody without a seat that was given to them gets one. */
const seatFor = ({ kind }: Asked['by']): string =>
  kind === 'guest'
    ? 'Ask a member for an invite link.'
    : 'With a seat in the hub you can: call join_hub with hub first.'

/** Actions that a person can be offered in a thread. */
const threadActs = [
  'post',
  'react',
  'edit_post',
  'delete_post',
  'report',
  'create_task',
  'mark_answer',
  'settle_flag',
  'fold',
  'hide',
  'show',
  'lock',
  'unlock',
  'fold_post',
  'show_post',
  'invite',
  'remove',
] as const
export type ThreadAct = (typeof threadActs)[number]

interface ThreadStands extends ThreadStanding {
  readonly dispute?: Dispute | undefined
  /** the caller folded, or locked, it */
  readonly foldedByThem: boolean
  readonly lockedByThem: boolean
}

/** Returns the actions a caller may take in a thread in its current state; `asked` says whether they started it. */
export function actsHere(asked: Asked, here: ThreadStands): readonly ThreadAct[] {
  const { folded, locked, dispute, removed } = here
  const own = { ...asked, own: true }
  const notMaker = { ...asked, maker: false }
  const maker = asked.maker === true
  /** subject to locks and folds */
  const open = (action: Action, by = asked): boolean => reasonAgainst(action, by, here) === undefined
  /** moderation, not subject to locks and folds */
  const keeps = (action: Action, by = asked): boolean => !removed && may(action, by) === true
  const can: Record<ThreadAct, boolean> = {
    post: open('post'),
    react: open('react'),
    edit_post: open('edit_post', own),
    delete_post: open('delete_post', own),
    report: asked.by.limited_to === undefined,
    create_task: open('create_task'),
    mark_answer: keeps('mark_answer'),
    settle_flag: isUnsettled(dispute) && keeps('settle_flag'),
    fold: !folded && keeps('fold'),
    hide: keeps('hide'),
    show: folded && keeps('show', { ...asked, maker: maker && here.foldedByThem }),
    lock: !locked && keeps('lock'),
    unlock: locked && keeps('unlock', { ...asked, maker: maker && here.lockedByThem }),
    fold_post: keeps('fold', notMaker),
    show_post: keeps('show', notMaker),
    invite: keeps('invite'),
    remove: keeps('remove'),
  }
  return threadActs.filter((act) => can[act])
}
