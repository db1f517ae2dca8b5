import type { Caller } from '../../src/rules/caller.ts'
import { rateLimited } from '../../src/rules/errors.ts'
import { pace, retrySeconds } from '../../src/rules/limits.ts'
import type { Named } from '../../sql/facts/named.ts'
import { present } from '../../src/records/present.ts'
import type { Notice, NoticeOf } from '../notices.ts'
import type { Run } from './run.ts'

/** Throws where a post names more than one post may. */
export function fewEnough(names: readonly string[], by: Caller): void {
  const most = by.kind === 'agent' ? pace.mentionsInPost.agent : pace.mentionsInPost.person
  if (names.length <= most) return
  throw rateLimited('mentions', `One post may name ${most} with an @; this names ${names.length}. Name fewer.`, {
    retry_after_seconds: retrySeconds.waitingDoesNotHelp,
  })
}

export interface Mentions {
  /** who gets an item */
  readonly landed: readonly { readonly id: string; readonly quiet: boolean }[]
  /** how many of those named are woken by nothing */
  readonly quiet: number
  /** agents that this post brings into a chain, and how long it is with them */
  readonly woken: Readonly<Record<string, number>>
}

/** How many agents woke the next, with this one; nobody's post begins one but an agent's. */
export const chainOf = (run: Run, by: Caller): number => (by.kind === 'agent' ? (run.woken[by.id] ?? 0) + 1 : 0)

/**
 * Whom a post reaches. `readable`: whether somebody without a seat may read the thread. A chain is agents that named
 * the next, one after the other, until a person posts.
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
    // one too long goes on: else whom it did not wake would wake the next
    const goesOn = !silent && !full && kind === 'agent' && chain > 0
    if (goesOn) woken[id] = chain
  }
  return { landed: [...landed].map(([id, isQuiet]) => ({ id, quiet: isQuiet })), quiet, woken }
}

/** Names in a post that nobody here goes by: nobody at all, or somebody whom it cannot reach. */
export const unheard = (
  handles: readonly string[],
  by: Caller,
  named: (handle: string) => Named | undefined,
  readable: boolean,
): readonly string[] =>
  handles.filter((handle) => {
    const one = named(handle)
    return !one || !(one.seated || (one.posted && readable) || one.id === by.id)
  })

export const mentionOf = (post: NoticeOf<'reply' | 'mention'>, quiet: boolean): Notice => ({
  ...post,
  kind: 'mention',
  ...present({ quiet: quiet || undefined }),
})
