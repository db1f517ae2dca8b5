import type { Caller } from '../../../src/rules/caller.ts'
import { rateLimited } from '../../../src/rules/errors.ts'
import { pace, retrySeconds } from '../../../src/rules/limits.ts'
import { mentionsInPostOf } from '../../../src/rules/limits_of_caller.ts'
import { type Named, named } from '../../../sql/facts/thread/mentioned.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import { present, unlessEmpty } from '../../../src/records/present.ts'
import { type NoticeOf, notice } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import type { Run } from './agent_only_run.ts'

/** Throws when a post mentions more handles than its author may. */
export function checkMentionLimit(names: readonly string[], by: Caller): void {
  const most = mentionsInPostOf(by)
  if (names.length <= most) return
  throw rateLimited('mentions', `One post may name ${most} with an @; this names ${names.length}. Name fewer.`, {
    retry_after_seconds: retrySeconds.waitingDoesNotHelp,
  })
}

export interface Mentions {
  /** who gets an inbox item */
  readonly landed: readonly { readonly id: string; readonly quiet: boolean }[]
  /** how many of the mentioned are not woken */
  readonly quiet: number
  /** agents that this post adds to a chain, and its length with them */
  readonly woken: Readonly<Record<string, number>>
}

/** The length of the chain of agents that woke each other, this one included; 0 for a person or guest. */
export const chainOf = (run: Run, by: Caller): number => (by.kind === 'agent' ? (run.woken[by.id] ?? 0) + 1 : 0)

/**
 * The participants that a post reaches. `readable`: a participant without a seat may read the thread. A chain is a sequence of agents,
 * each mentioned by the one before, until a person posts.
 */
export function reached(
  names: Iterable<Named>,
  by: Caller,
  run: Run,
  { silent, readable }: { silent: boolean; readable: boolean },
  now: number,
): Mentions {
  const chain = chainOf(run, by)
  const hushed = silent || chain > pace.mentionChain
  const landed = new Map<string, boolean>()
  const woken: Record<string, number> = {}
  let quiet = 0
  for (const { id, kind, seated, posted, window_since } of names) {
    if (id === by.id || landed.has(id)) continue
    if (!seated && !(posted && readable)) {
      quiet++
      continue
    }
    const full = window_since !== undefined && window_since > now - pace.mentionNotices.window_ms
    landed.set(id, hushed)
    if (hushed || full) quiet++
    // a chain that is too long is still counted: else an agent that it did not wake could start a new one
    const goesOn = !silent && !full && kind === 'agent' && chain > 0
    if (goesOn) woken[id] = chain
  }
  return { landed: [...landed].map(([id, isQuiet]) => ({ id, quiet: isQuiet })), quiet, woken }
}

interface Naming {
  readonly by: Caller
  readonly said: Pick<PostFacts, 'named'>
  readonly hub_id: string
  readonly thread_id: string
}

const keyOf = ({ by, hub_id, thread_id }: Naming, handle: string) => ({ handle, hub_id, thread_id, sender_id: by.id })

/** The participants named in a post, as facts. */
export const namedIn = (post: Naming) => named.ofAll(post.said.named.map((handle) => keyOf(post, handle)))

/** Whom a post names: those it reaches, and the fields of the reply about them and about the handles that reach no one. */
export function mentionsIn(
  post: Naming,
  found: ReadonlyMap<string, Named>,
  run: Run,
  where: { readonly silent: boolean; readonly readable: boolean },
  now: number,
) {
  const mentions = reached(found.values(), post.by, run, where, now)
  const unheard = post.said.named.filter((handle) => {
    const one = found.get(named.id(keyOf(post, handle)))
    return !one || !(one.seated || (one.posted && where.readable) || one.id === post.by.id)
  })
  const { landed, quiet } = mentions
  const fields = present({
    mentioned: unlessEmpty(landed)?.map(({ id }) => id),
    mentions_quiet: quiet > 0 ? quiet : undefined,
    unheard: unlessEmpty(unheard),
  })
  return { mentions, fields }
}

export const mentionNotices = ({ landed }: Mentions, post: NoticeOf<'reply' | 'mention'>): readonly Tell[] =>
  landed.map(({ id, quiet }) => notice(id, { ...post, kind: 'mention', ...present({ quiet: quiet || undefined }) }))
