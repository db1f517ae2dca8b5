import type { Reason } from './errors.ts'
import { type Action, type Asked, may } from './rights.ts'

/** A thread as it stands to whoever would act in it. */
export interface Here {
  /** was removed from the thread or its hub */
  readonly removed: boolean
  /** without a seat that somebody gave */
  readonly guest: boolean
  /** owner or helper of the hub */
  readonly keeper: boolean
  readonly folded: boolean
  readonly locked: boolean
  /** the hub takes guests */
  readonly hub_guests: boolean
}

export interface Barred {
  readonly reason: Reason<'forbidden'>
  /** what stands in the way is the place, not the caller */
  readonly closed?: true
  /** instead of the sentence that goes with the reason */
  readonly message?: string
}

/** Why somebody may not act in a thread: removal, seat and rule, guests, lock, in this order. Undefined: they may. */
export function barredHere(action: Action, asked: Asked, here: Here): Barred | undefined {
  if (here.removed && !(asked.own && action === 'delete_post')) return { reason: 'removed' }
  const answer = may(action, asked)
  if (answer !== true) return { reason: answer }
  // one's own words go whenever one likes; other words in their place are a post like any
  if (action === 'delete_post') return undefined
  if (action === 'edit_post') return barredHere('post', { ...asked, own: false }, here)
  // a guest writes as long as the hub takes guests, and never behind a fold
  if (here.guest && asked.own !== true) {
    if (here.folded) return barredGuest('The thread is folded: guests cannot post in it.')
    if (!here.hub_guests) return barredGuest('This hub takes no guests any more: they read on.')
  }
  return here.locked && !here.keeper ? { reason: 'thread_locked', closed: true } : undefined
}

const barredGuest = (message: string): Barred => ({ reason: 'guests_off', closed: true, message })

/** What a person can be offered to do in a thread. */
export const threadActs = [
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

export interface ThreadStands extends Here {
  readonly dispute?: 'open' | 'settled' | 'unresolved' | undefined
  /** whoever would act folded it, or locked it, themselves */
  readonly foldedByThem: boolean
  readonly lockedByThem: boolean
}

/** What somebody may do in a thread as it stands, by the table of rights; `asked` says whether they started it. */
export function actsHere(asked: Asked, here: ThreadStands): readonly ThreadAct[] {
  const { folded, locked, dispute, removed } = here
  const own = { ...asked, own: true }
  const notMaker = { ...asked, maker: false }
  const maker = asked.maker === true
  /** what a lock and a fold keep out */
  const open = (action: Action, by = asked): boolean => barredHere(action, by, here) === undefined
  /** what keeps the thread in order */
  const keeps = (action: Action, by = asked): boolean => !removed && may(action, by) === true
  const can: Record<ThreadAct, boolean> = {
    post: open('post'),
    react: open('react'),
    edit_post: open('edit_post', own),
    delete_post: open('delete_post', own),
    report: asked.by.limited_to === undefined,
    create_task: open('create_task'),
    mark_answer: keeps('mark_answer'),
    settle_flag: (dispute === 'open' || dispute === 'unresolved') && keeps('settle_flag'),
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
