import type { Caller } from '../../../src/rules/caller.ts'
import { startedBy, starterNow } from '../../../src/rules/one_human.ts'
import { rateLimited } from '../../../src/rules/errors.ts'
import { moveDispute } from '../../../src/rules/states/dispute_moves.ts'
import { asSeconds, iso } from '../../../src/rules/units.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import type { Dispute, FoldReason } from '../../../src/rules/closed_lists.ts'
import type { World } from '../../../src/rules/world.ts'
import { insertPosts } from '../../../sql/effects/thread/posts.ts'
import { type Parent, parents, postTexts } from '../../../sql/facts/thread/posts.ts'
import { type Standing, standing } from '../../../sql/facts/hub/standing.ts'
import { nameIn } from '../../seats/guest_name.ts'
import { from, type NoticeOf } from '../../notices.ts'
import { type By, type Facts, message } from '../../runtime/actor.ts'
import { checkQuote, parentIn, standsUnder } from './reply_to.ts'
import { noLongerStrangers } from './no_longer_strangers.ts'
import { foldedFor, foldReasonOf } from './fold_on_arrival.ts'
import { guestSeat, isSeated } from '../guest_seat.ts'
import { checkMentionLimit, mentionNotices, type Mentions, mentionsIn, namedIn } from './mentions.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { type NewPost, postRow } from './post_row.ts'
import { type ReplyNotices, replyNotices } from './reply_notices.ts'
import { nextAgentPostAt, type Run, runAfter } from './agent_only_run.ts'
import { whetherThreadShared, sharedAfter } from '../shared_with_others.ts'
import { advanced, isFolded, isHidden, storing, type Thread } from '../state.ts'
import { type ProgressOn, progressElsewhere, progressOf } from '../tasks/tasks.ts'
import { isPublic } from '../../../src/rules/may_read/public.ts'

interface Post extends By, NewPost {
  /** the post counts as progress on this task if it is the author's; all tasks they have in this thread count anyway */
  readonly task?: ProgressOn
}

export interface Posted {
  readonly post_id: string
  readonly seq: number
  readonly version: number
  readonly created: string
  readonly hub_id: string
  /** the post under which it was placed */
  readonly reply_to?: string
  readonly folded?: string
  readonly mentioned?: readonly string[]
  readonly mentions_quiet?: number
  /** handles in it that reach no one here */
  readonly unheard?: readonly string[]
  readonly pace?: { readonly agent_run: number; readonly next_agent_post_at: string }
  /** no other human's ids have a seat here */
  readonly alone?: true
}

const needs = (thread: Thread, { by, said, reply_to, quote }: Post) => ({
  standing: standingIn(thread, by),
  parent: parents.maybe(reply_to),
  quoted: postTexts.maybe(quote?.post_id),
  named: namedIn({ by, said, hub_id: thread.hub_id, thread_id: thread.id }),
  starter: standing.maybe(
    by.id === starterNow(thread) || by.kind === 'agent'
      ? undefined
      : { participant_id: starterNow(thread), hub_id: thread.hub_id, scope_id: thread.id },
  ),
  shared: whetherThreadShared(thread, by),
  name: nameIn(thread, by),
})
type Loaded = Facts<ReturnType<typeof needs>>

export const post = message({
  needs,
  decide: (thread: Thread, args: Post, facts, world) => {
    const { by, body, said, post_id, quote } = args
    const { now, at: created, paced } = world
    const checked = checkPost(thread, args, facts, world)
    const { parent, reason, seated, standing } = checked
    const { item, mentions, fields, replies } = whomItReaches(thread, args, facts, checked, world)

    const run = runAfter(thread.run, by, { ...replies.woken, ...mentions.woken }, now)
    const progressed = progressOf(thread, by, now)
    const shared = sharedAfter(thread, by, facts.shared, now)
    const seat = seated ? undefined : guestSeat(thread, by, { name: facts.name, given: standing.given }, world)
    const state = withPost(thread, by, { run, tasks: progressed.tasks, shared_at: shared.since, came: seat?.came }, now)
    const reply_to = parent && standsUnder(parent, args.reply_to)
    const row = { id: post_id, thread_id: thread.id, seq: state.last_seq, links: said.links, created_at: created }
    const effects = [
      insertPosts(postRow({ body, reply_to, quote, ...row }, by)),
      ...(seat?.effects ?? []),
      ...foldedFor(post_id, reason, created),
      ...progressed.effects,
      ...noLongerStrangers(by, parent, facts.named.values(), { folded: reason !== undefined, at: created }),
    ]
    const reply: Posted = presentAs({
      post_id,
      seq: state.last_seq,
      version: state.version,
      created,
      hub_id: thread.hub_id,
      reply_to,
      folded: reason,
      ...fields,
      pace: by.kind === 'agent' && paced ? spacingAfter(run) : undefined,
      alone: shared.alone ? true : undefined,
    })
    const elsewhere = args.task && args.task.thread_id !== thread.id ? [progressElsewhere(args.task, by)] : []
    return storing(state, { reply, effects, tell: [...mentionNotices(mentions, item), ...replies.tell, ...elsewhere] })
  },
})

interface Checked {
  readonly standing: Standing
  /** the author has a seat already */
  readonly seated: boolean
  /** why the post is folded on arrival */
  readonly reason: FoldReason | undefined
  readonly parent: Parent | undefined
}

/** Throws the first reason why this may not be posted here. */
function checkPost(thread: Thread, args: Post, facts: Loaded, { now, public_on, paced }: World): Checked {
  const { by, said, reply_to, quote } = args
  const access = readableBy(thread, by, facts.standing, public_on)
  const { standing, asked } = access
  mayAct('post', thread, access)
  if (paced) checkSpacing(thread.run, by, now)
  checkMentionLimit(said.named, by)
  const reason = foldReasonOf(said, asked)
  const parent = reply_to === undefined ? undefined : parentIn(thread, facts.parent)
  if (quote) checkQuote(thread, quote.text, facts.quoted)
  return { standing, seated: isSeated(thread, by, standing, now), reason, parent }
}

interface Reached {
  /** the inbox item of those who are answered */
  readonly item: NoticeOf<'reply'>
  readonly mentions: Mentions
  /** of the reply */
  readonly fields: Pick<Posted, 'mentioned' | 'mentions_quiet' | 'unheard'>
  readonly replies: ReplyNotices
}

function whomItReaches(
  thread: Thread,
  { by, said, post_id }: Post,
  facts: Loaded,
  { standing: { hub }, reason, parent }: Checked,
  { now, public_on }: World,
): Reached {
  const publicly = isPublic(hub.audience, public_on)
  const silent = reason !== undefined || isFolded(thread) || isHidden(thread)
  const readable = publicly && !isHidden(thread)
  const here = { hub_id: thread.hub_id, thread_id: thread.id }
  const { mentions, fields } = mentionsIn({ by, said, ...here }, facts.named, thread.run, { silent, readable }, now)
  const item = { kind: 'reply', ...from(by), ...here, post_id, post_seq: thread.last_seq + 1 } as const
  const replies = replyNotices(thread, {
    by,
    item,
    parent,
    starter: facts.starter,
    isPublic: publicly,
    silent,
    mentions,
  })
  return { item, mentions, fields, replies }
}

interface After {
  readonly run: Run
  readonly tasks: Thread['tasks']
  readonly shared_at: number | undefined
  readonly came: Thread['came']
}

function withPost(thread: Thread, by: Caller, { run, tasks, shared_at, came }: After, now: number): Thread {
  const { shared_at: _, ...known } = thread
  const more = {
    last_seq: thread.last_seq + 1,
    run,
    tasks,
    ...present({ dispute: thread.dispute && disputeAfter(thread, by), shared_at, came }),
  }
  return advanced(known, more, now)
}

function checkSpacing(run: Run, by: Caller, now: number): void {
  const at = by.kind === 'agent' ? nextAgentPostAt(run) : undefined
  if (at === undefined || at <= now) return
  const retry_after_seconds = asSeconds(at - now)
  throw rateLimited(
    'agent_run',
    `Agents alone wrote the last ${run.posts} posts here, so theirs are spaced until a person posts. Wait ${retry_after_seconds} s.`,
    present({ retry_after_seconds, pace: spacingAfter(run) }),
  )
}

/** When the next post of an agent is allowed, as the reply tells it; undefined while posts are not spaced. */
function spacingAfter(run: Run): Posted['pace'] {
  const at = nextAgentPostAt(run)
  return at === undefined ? undefined : { agent_run: run.posts, next_agent_post_at: iso(at) }
}

const disputeAfter = (thread: Thread, by: Caller): Dispute =>
  moveDispute(thread.dispute ?? 'settled', {
    type: 'posted',
    person: by.kind !== 'agent',
    byStarter: startedBy(thread, by),
  })
