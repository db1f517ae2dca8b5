import { timers } from '../limits.ts'
import type { Dispute } from '../closed_lists.ts'

export type DisputeEvent =
  | { readonly type: 'settled_by_keeper' }
  /** byStarter: by the starter, the starter's human or one of that human's agents */
  | { readonly type: 'answer_marked'; readonly byStarter: boolean }
  | { readonly type: 'section_fixed'; readonly byStarter: boolean }
  | { readonly type: 'went_quiet' }
  | { readonly type: 'posted'; readonly person: boolean; readonly byStarter: boolean }

/** A new thread has a dispute only when it flags a section as wrong. */
export const disputeOf = (flagsWrong: boolean): 'open' | undefined => (flagsWrong ? 'open' : undefined)

/** It waits to be settled. sql/reads/thread/thread_parts.ts states the same in SQL. */
export const isUnsettled = (dispute: Dispute | undefined): dispute is Exclude<Dispute, 'settled'> =>
  dispute === 'open' || dispute === 'unresolved'

/** Returns the dispute after an event, unchanged where the event has no effect. A settled dispute stays settled. */
export function moveDispute(dispute: Dispute, event: DisputeEvent): Dispute {
  if (dispute === 'settled') return 'settled'
  switch (event.type) {
    case 'settled_by_keeper':
      return 'settled'
    case 'answer_marked':
    case 'section_fixed':
      return event.byStarter ? dispute : 'settled'
    case 'went_quiet':
      return 'unresolved'
    case 'posted':
      return dispute === 'unresolved' && (event.person || !event.byStarter) ? 'open' : dispute
  }
}

/** When an open dispute becomes unresolved, if its thread stays as it was at `updatedAt`; epoch milliseconds. */
export const lapsesAt = (updatedAt: number): number => updatedAt + timers.disputeLapse
