import type { Caller } from '../../../src/rules/caller.ts'
import { thingOf } from '../../../src/rules/ids.ts'
import { starterNow } from '../../../src/rules/one_human.ts'
import { pace } from '../../../src/rules/limits.ts'
import type { Parent } from '../../../sql/facts/thread/posts.ts'
import type { Standing } from '../../../sql/facts/hub/standing.ts'
import { present } from '../../../src/records/present.ts'
import { type Notice, notice } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import { chainOf, type Mentions } from './mentions.ts'
import { isHidden, type Thread } from '../state.ts'

interface Answering {
  readonly by: Caller
  readonly item: Notice
  readonly parent: Parent | undefined
  /** of the thread's starter; absent when it was not needed: they hear of persons' posts alone */
  readonly starter: Standing | undefined
  readonly isPublic: boolean
  /** the post is folded, or is in a folded thread */
  readonly silent: boolean
  readonly mentions: Mentions
}

export interface ReplyNotices {
  readonly tell: readonly Tell[]
  /** agents that this reply adds to a chain, and its length with them */
  readonly woken: Readonly<Record<string, number>>
}

/**
 * Notifies the thread's starter and the author of the answered post, as far as they can still read it, when a person
 * posts. An agent's post notifies only the author of the post it answers, under the brakes of mentions, and not when the
 * same post mentions them.
 */
export function replyNotices(thread: Thread, answering: Answering): ReplyNotices {
  const { by, item, parent, starter, isPublic, silent, mentions } = answering
  const isAgent = by.kind === 'agent'
  if (isHidden(thread) || (isAgent && !parent)) return { tell: [], woken: {} }
  const to = new Set<string>()
  if (starter && (isPublic || starter.hub_seat || starter.scope_seat)) to.add(starterNow(thread))
  if (parent && (parent.seated || isPublic)) to.add(parent.account_id)
  to.delete(by.id)
  if (!isAgent) return { tell: [...to].map((id) => notice(id, item)), woken: {} }
  for (const { id } of mentions.landed) to.delete(id)
  const chain = chainOf(thread.run, by)
  const quiet = silent || chain > pace.mentionChain
  return {
    tell: [...to].map((id) => notice(id, { ...item, ...present({ quiet: quiet || undefined }) })),
    woken: silent ? {} : Object.fromEntries([...to].filter((id) => thingOf(id) === 'agent').map((id) => [id, chain])),
  }
}
