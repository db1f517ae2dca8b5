import type { Seat } from '../../src/rules/lists.ts'
import type { By, Tell } from '../runtime/actor.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { presentAs } from '../../src/records/present.ts'
import { from, notice, type NoticeOf } from '../notices.ts'

export interface Join extends By {
  readonly note?: Untrusted
}

export interface Joined {
  readonly joined?: true
  readonly requested?: true
  readonly already?: boolean
  readonly seat?: Seat
}

/** Stores a request for a seat and notifies those who may grant it. */
export const requestSeat = (
  { by, note }: Pick<Join, 'note'> & By,
  {
    scope_id,
    about,
    whom,
    at,
  }: {
    scope_id: string
    about: Omit<NoticeOf<'join_request'>, 'kind' | 'from_kind'>
    whom: Iterable<string>
    at: string
  },
): { reply: Joined; effects: readonly Effect[]; tell: readonly Tell[] } => ({
  reply: { requested: true },
  effects: [insertJoinRequests(presentAs({ scope_id, participant_id: holderOf(by), at, note }))],
  tell: [...whom].map((id) => notice(id, { kind: 'join_request', ...from(by), ...about })),
})
