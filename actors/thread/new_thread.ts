import type { FoldReason } from '../../src/rules/closed_lists.ts'
import { disputeOf } from '../../src/rules/states/dispute_moves.ts'
import type { PostFacts } from '../../src/text/unwanted/post_facts.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { present } from '../../src/records/present.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertPosts } from '../../sql/effects/thread/posts.ts'
import { insertThreads } from '../../sql/effects/thread/threads.ts'
import type { Anchor } from '../../sql/facts/pad/anchors.ts'
import type { Grounded } from './grounds.ts'
import { postRow } from './posts/post_row.ts'
import type { Run } from './posts/agent_only_run.ts'
import { noTasks, writtenOf, type Thread } from './state.ts'

export interface Start extends Grounded {
  readonly thread_id: string
  readonly post_id: string
  readonly hub_id: string
  readonly title: Untrusted
  readonly body: Untrusted
  readonly said: PostFacts
  readonly accepts_guests: boolean
  readonly about?: { readonly pad_id: string; readonly anchor?: string }
  readonly flag_wrong: boolean
  readonly source?: Untrusted
}

interface Beginning {
  /** the section that the thread is about */
  readonly anchor: Anchor | undefined
  /** why thread and post are folded on arrival */
  readonly reason: FoldReason | undefined
  readonly run: Run
  /** other humans' ids have a seat there; undefined when it was not asked */
  readonly shared: boolean | undefined
}

/** The state of a thread with its first post. */
export const newThread = (
  { thread_id: id, hub_id, by, accepts_guests, about, flag_wrong }: Start,
  { anchor, reason, run, shared }: Beginning,
  now: number,
): Thread =>
  present({
    id,
    hub_id,
    starter_id: by.id,
    starter_human_id: by.human_id,
    accepts_guests,
    version: 1,
    last_seq: 1,
    status: 'open',
    about: about && present({ pad_id: about.pad_id, section_id: anchor?.section_id, flags_wrong: flag_wrong }),
    dispute: disputeOf(flag_wrong),
    fold: reason && { level: 'fold' as const, reason },
    locked: false,
    tasks: noTasks,
    run,
    updated_at: now,
    shared_at: shared === true ? now : undefined,
  })

/** Stores the thread and its first post. */
export function insertThread(
  { hub_id, starter_id, starter_human_id, accepts_guests, about, ...thread }: Thread,
  { by, post_id, title, body, said, source }: Start,
  created_at: string,
): Effect[] {
  const first = { id: post_id, thread_id: thread.id, seq: 1, body, links: said.links, created_at }
  return [
    insertThreads({
      ...writtenOf(thread),
      hub_id,
      title,
      starter_id,
      accepts_guests,
      flags_wrong: about?.flags_wrong === true,
      created_at,
      ...present({ starter_human_id, source, about_pad_id: about?.pad_id, about_section_id: about?.section_id }),
    }),
    insertPosts(postRow(first, by)),
  ]
}
