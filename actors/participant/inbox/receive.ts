import { fetchedUpTo } from '../../../sql/reads/home/inbox.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { Notice } from '../../notices.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { deliver } from './inbox.ts'
import type { Participant } from '../state.ts'

/** Adds an item to the inbox. The participant's own acts add none. */
export const receive = message({
  needs: (participant: Participant, _: { item: Notice }) => ({ fetched: fetchedUpTo.of(participant.id) }),
  decide: (
    participant: Participant,
    { item }: { item: Notice },
    { fetched = 0 },
    { now },
  ): Outcome<Participant, { seq?: number }> => {
    if (item.from_id === participant.id || participant.deleted) return { reply: {} }
    const { inbox, seq, wakes, effects } = deliver(participant.inbox, participant.id, item, fetched, now)
    return presentAs({
      state: { ...participant, inbox },
      reply: { seq },
      effects,
      wake: wakes ? { version: seq, last_seq: seq } : undefined,
    })
  },
})
