import type { Effect } from '../../../sql/effect.ts'
import { acknowledgeItems, acknowledgeUpTo, advanceInboxes } from '../../../sql/effects/inbox.ts'
import { type By, message } from '../../runtime/actor.ts'
import type { Participant } from '../state.ts'

interface Acknowledge extends By {
  /** acknowledges every item up to this number */
  readonly up_to?: number
  /** acknowledges single items */
  readonly items?: readonly number[]
}

/** Acknowledges items, so that they are not returned again. Numbers past the newest do not cover later items. */
export const acknowledge = message({
  decide: (participant: Participant, { up_to = 0, items = [] }: Acknowledge, _, { at }) => {
    const { inbox } = participant
    const acked_seq = Math.max(inbox.acked_seq, Math.min(up_to, inbox.last_seq))
    const single = items.filter((seq) => seq > acked_seq && seq <= inbox.last_seq)
    const effects: Effect[] = single.map((seq) => acknowledgeItems({ participant_id: participant.id, seq, at }))
    if (acked_seq > inbox.acked_seq) {
      effects.push(acknowledgeUpTo({ participant_id: participant.id, seq: acked_seq, at }))
      effects.push(advanceInboxes({ participant_id: participant.id, last_seq: inbox.last_seq, acked_seq }))
    }
    const gone = new Set(single)
    const waiting = new Map([...inbox.waiting].filter(([, { seq }]) => seq > acked_seq && !gone.has(seq)))
    return { state: { ...participant, inbox: { ...inbox, acked_seq, waiting } }, reply: { acked_seq }, effects }
  },
})
