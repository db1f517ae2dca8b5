import { isAuthor, withdraws } from '../../src/rules/own_work.ts'
import { conflict } from '../../src/rules/errors.ts'
import type { Decision } from '../../sql/facts/pad/decisions.ts'
import type { Suggestion } from '../../sql/facts/pad/suggestions.ts'
import type { Access } from '../seats/place.ts'
import { mayAct } from './access.ts'
import type { Pad } from './state.ts'

/** How a suggestion or a proposed decision is answered; the status that follows from each is listed below. */
export type ReviewOutcome = 'accept' | 'turn_down' | 'withdraw'

export const outcomes = { accept: 'accepted', turn_down: 'turned_down', withdraw: 'withdrawn' } as const
export const decided = { accept: 'decided', turn_down: 'turned_down', withdraw: 'withdrawn' } as const

/** The author may withdraw; those who may edit live there may answer, in a Checked hub not as its author. */
export function mayAnswer(
  action: 'answer_edit' | 'answer_decision',
  pad: Pad,
  access: Access,
  of: Suggestion | Decision,
  outcome: ReviewOutcome,
): void {
  const { by } = access.asked
  if (outcome === 'withdraw') mayAct('withdraw', pad, access, { own: withdraws(of, by) })
  else mayAct(action, pad, access, { own: isAuthor(of, by) })
}

export const answeredBefore = (state: string) =>
  conflict(
    'already_answered',
    `That one was answered before: it is ${state.replace('_', ' ')}. open_pad shows what waits.`,
    {
      state,
    },
  )
