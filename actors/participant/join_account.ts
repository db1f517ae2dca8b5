import { message } from '../runtime/actor.ts'
import { joined, joinNeeds, joins } from './guest_joins.ts'
import type { Participant } from './state.ts'

interface JoinAccount {
  /** the person who signed in */
  readonly human: string
}

/**
 * A guest whose person signed in is merged into that person, who continues in its place. One that confirmed another
 * address stays somebody else: its mailbox was not shown to be this person's.
 */
export const joinAccount = message({
  // a link that confirms another address may come just before
  afresh: true,
  needs: (one: Participant, { human }: JoinAccount) => joinNeeds(one, human),
  decide: (one: Participant, { human }: JoinAccount, facts, { at }) => {
    if (!joins(one, facts, facts.standing?.email)) return { reply: { ended: [] as readonly string[] } }
    const { ended, ...merged } = joined(one, human, facts, at)
    return { ...merged, reply: { ended } }
  },
})
