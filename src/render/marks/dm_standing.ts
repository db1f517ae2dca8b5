import type { DmLine } from '../../records/dm_page.ts'
import type { Person } from '../../records/person.ts'
import { isHandleOfDeleted } from '../../text/names/handle_of_deleted.ts'
import type { Html } from '../html.ts'
import { state } from './state.ts'

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
