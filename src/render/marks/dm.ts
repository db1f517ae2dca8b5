import type { DmLine } from '../../records/dm_page.ts'
import type { Person } from '../../records/person.ts'
import { isHandleOfDeleted } from '../../text/names/handle_of_deleted.ts'
import type { Html } from '../html.ts'
import { state } from './state.ts'
import type { DmCall } from '../../rules/states/dm_status.ts'
import { button } from './form/act.ts'

/** How a conversation stands, in a list of them; undefined for an open one. */
export function standingWords({ status, ended, direction, with: other }: DmLine): Html | undefined {
  if (status === 'requested') return state('open', direction === 'in' ? 'wants to write to you' : 'not answered yet')
  if (status === 'declined' && isDeleted(other)) return undefined
  if (ended) return state('quiet', 'ended')
  if (status === 'declined') return state('quiet', direction === 'in' ? 'you declined' : 'not accepted')
  return status === 'blocked' ? state('quiet', 'you blocked them') : undefined
}

/** The deletion of an account ends its conversations without a refusal. */
export const isDeleted = ({ handle }: Person): boolean => handle !== undefined && isHandleOfDeleted(handle)

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
