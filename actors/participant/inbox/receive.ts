import { fetchedUpTo } from '../../../sql/facts/account/fetched_up_to.ts'
import { type Notice, notice } from '../../notices.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { delivered } from './delivered.ts'
import type { Participant } from '../state.ts'

/**
 * Adds an item to the inbox: of a guest that became part of an account to the person's, but for its DMs, which they do not
 * read. The participant's own acts add none.
 */
export const receive = message({
  needs: (participant: Participant, _: { item: Notice }) => ({ fetched: fetchedUpTo.of(participant.id) }),
  decide: (participant, { item }, { fetched }, { now }): Outcome<Participant, { seq?: number }> => {
    if (item.from_id === participant.id || participant.deleted) return { reply: {} }
    if (participant.kind === 'guest' && participant.human_id !== undefined && item.dm_id === undefined)
      return { reply: {}, tell: [notice(participant.human_id, item)] }
    const { seq, ...rest } = delivered(participant, item, fetched, now)
    return { ...rest, reply: { seq } }
  },
})
