import type { Untrusted } from '../../../src/text/untrusted.ts'
import { insertInto, removeFrom } from '../../effect.ts'

interface JoinRequestRow {
  readonly scope_id: string
  readonly participant_id: string
  readonly note?: Untrusted
  readonly at: string
}

export const insertJoinRequests = insertInto<JoinRequestRow>('join_request', { on_conflict: 'nothing' })

export const deleteJoinRequests = removeFrom<Pick<JoinRequestRow, 'scope_id' | 'participant_id'>>('join_request', [
  'scope_id',
  'participant_id',
])
