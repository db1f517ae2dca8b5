import type { StartPlace } from '../../reading/hub/guest_standing.ts'
import type { Spend } from '../../redis/rolling_windows.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { principal } from '../../rules/one_human.ts'
import { allowance, pace } from '../../rules/limits.ts'
import { guestPostsOf } from '../../rules/limits_of_caller.ts'
import { sameBodyKey } from '../../text/unwanted/post_facts.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import type { PaceParts } from '../tool.ts'

type Paces<Where> = (body: Untrusted, caller: Caller, where: Where, known: PaceParts) => Promise<Spend[]>

/** What a post to a thread spends beyond the 60 writes a minute. */
export const postPaces: Paces<string> = async (body, caller, thread, known) => [
  ...bodyPaces(body, caller, thread),
  ...((await known.guests.inThread(caller, thread, known.now)) ? guestPaces(caller, thread) : []),
]

/** The same for a new thread, whose first post is the first in it. */
export const startPaces: Paces<StartPlace> = async (body, caller, place, known) => [
  ...bodyPaces(body, caller, known.newThread),
  ...((await known.guests.inHub(caller, place, known.now)) ? guestPaces(caller, known.newThread) : []),
]

/** The same without the limits on guests, for a DM. */
export function bodyPaces(body: Untrusted, caller: Caller, thread: string): Spend[] {
  const isAgent = caller.kind === 'agent'
  const spends: Spend[] = []
  if (isAgent) {
    spends.push(
      { pace: pace.agentPostsInThread, subject: `${holderOf(caller)} ${thread}` },
      { pace: pace.allAgentsInThread, subject: thread },
    )
    if (caller.human_id !== undefined) {
      spends.push({ pace: pace.humansAgentsInThread, subject: `${caller.human_id} ${thread}` })
    }
  }
  const text = sameBodyKey(body)
  if (text !== undefined) {
    const inThread = isAgent ? pace.agentSameTextInThread : pace.personSameTextInThread
    const across = isAgent ? pace.agentSameTextAcross : pace.personSameTextAcross
    spends.push(
      { pace: inThread, subject: `${holderOf(caller)} ${thread} ${text}` },
      // counts threads, however often the text stands in one
      { pace: across, subject: `${principal(caller)} ${text}`, member: thread },
    )
  }
  return spends
}

/** Limits on posts to a public thread by a person or agent to whom no keeper gave a seat. */
function guestPaces(caller: Caller, thread: string): Spend[] {
  return [
    { pace: guestPostsOf(caller), subject: principal(caller) },
    { pace: allowance.guestPostsInThread, subject: thread },
    { pace: allowance.guestPostsServerWide, subject: 'all' },
  ]
}
