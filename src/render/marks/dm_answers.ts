import type { DmLine } from '../../records/dm_page.ts'
import type { DmCall } from '../../rules/states/dm_moves.ts'
import type { Html } from '../html.ts'
import { button } from './form/act.ts'

const words = { accept: 'Accept', decline: 'Decline', block: 'Block', unblock: 'Unblock' } as const satisfies Partial<
  Record<DmCall, string>
>

type Answer = keyof typeof words

const looks: Partial<Record<Answer, { look?: 'go'; does: 'accept' | 'refuse' }>> = {
  accept: { look: 'go', does: 'accept' },
  decline: { does: 'refuse' },
}

/** The button of an answer, where the reader may give it. */
export const answerButton = ({ moves = [] }: Pick<DmLine, 'moves'>, call: Answer): Html | undefined =>
  moves.includes(call) ? button(words[call], { name: 'action', value: call, ...looks[call] }) : undefined

/** Buttons that stand beside each other; to block is in a menu. */
export const answerButtons = (dm: Pick<DmLine, 'moves'>): readonly Html[] =>
  (['accept', 'decline', 'unblock'] as const).flatMap((call) => answerButton(dm, call) ?? [])
