import { type Caller, startedBy } from '../../src/rules/caller.ts'
import { rateLimited } from '../../src/rules/errors.ts'
import { moveDispute } from '../../src/rules/dispute.ts'
import { asSeconds } from '../../src/rules/units.ts'
import type { PostFacts } from '../../src/text/post_facts.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold } from '../../sql/effects/folds.ts'
import { insertPosts } from '../../sql/effects/posts.ts'
import { named } from '../../sql/facts/named.ts'
import { parents, postTexts } from '../../sql/facts/posts.ts'
import { type Standing, standing } from '../../sql/facts/seats.ts'
import { nameIn } from '../moderation/newcomer.ts'
import { type Notice, notice } from '../notices.ts'
import { type By, message } from '../runtime/actor.ts'
import { isQuote, parentIn } from './answering.ts'
import { exchanges } from './strangers.ts'
import { foldReasonOf } from './fold.ts'
import { guestSeat } from './guest_seat.ts'
import { checkMentionLimit, mentionOf, type Mentions, reached, unreachedHandles } from './mentions.ts'
import { mayAct, readableBy, standingIn } from './access.ts'
import { postRow } from './post_row.ts'
import { replyNotices } from './replies.ts'
import { nextAgentPostAt, noRun, type Run, runOn } from './run.ts'
import { companyFor, sharedAfter } from './shared.ts'
import { advance, changed, isFolded, isHidden, type Thread, wakeOf } from './state.ts'
import { type ProgressOn, progressElsewhere, progressOf } from './tasks.ts'

export interface Post extends By {
  /** minted by the door */
  readonly post_id: string
  readonly body: Untrusted
  readonly said: PostFacts
  readonly reply_to?: string
  readonly quote?: { readonly post_id: string; readonly text: Untrusted }
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

export const post = message({
  needs: (thread: Thread, { by, said, reply_to, quote }: Post) => ({
    standing: standingIn(thread, by),
    parent: parents.ofAll(reply_to === undefined ? [] : [reply_to]),
    quoted: postTexts.ofAll(quote === undefined ? [] : [quote.post_id]),
    named: named.ofAll(said.named.map((handle) => ({ ...nameHere(thread, by), handle }))),
    starter: standing.ofAll(
      by.id === thread.starter_id || (by.kind === 'agent' && reply_to === undefined)
        ? []
        : [{ participant_id: thread.starter_id, hub_id: thread.hub_id, scope_id: thread.id }],
    ),
    company: companyFor(thread, by),
    names: nameIn(thread, by),
  }),
  decide: (thread: Thread, args: Post, facts, { now, at: created, public_on, paced }) => {
    const { by, body, said } = args
    const { standing } = facts
    readableBy(thread, by, standing, public_on)
    mayAct('post', thread, by, standing, public_on)
    if (paced) spaced(thread.run, by, now)
    checkMentionLimit(said.named, by)
    const reason = foldReasonOf(said, by)
    const parent = args.reply_to === undefined ? undefined : parentIn(thread, facts.parent.get(args.reply_to))
    if (args.quote) isQuote(thread, args.quote.text, facts.quoted.get(args.quote.post_id))

    const hearing = whoMayHear(thread, standing, public_on, reason)
    const mentions = reached(facts.named.values(), by, thread.run, hearing, now)
    const nobody = unreachedHandles(
      said.named,
      by,
      (handle) => facts.named.get(named.id({ ...nameHere(thread, by), handle })),
      hearing.readable,
    )
    const item: Notice = {
      kind: 'reply',
      from_id: by.id,
      from_kind: by.kind,
      hub_id: thread.hub_id,
      thread_id: thread.id,
      post_id: args.post_id,
      post_seq: thread.last_seq + 1,
    }
    const replies = replyNotices(thread, {
      by,
      item,
      parent,
      starter: facts.starter.get(starterKey(thread)),
      isPublic: public_on && standing.hub.audience === 'public',
      silent: hearing.silent,
      mentions,
    })
    const run = runAfter(thread.run, by, { woken: { ...replies.woken, ...mentions.woken } }, now)
    const progressed = progressOf(thread, by, now)
    const shared = sharedAfter(thread, by, facts.company, now)
    const { shared_at: _, ...known } = thread
    const next = changed(
      known,
      {
        last_seq: thread.last_seq + 1,
        run,
        tasks: progressed.tasks,
        ...(thread.dispute && { dispute: disputeAfter(thread, by) }),
        ...(shared.since !== undefined && { shared_at: shared.since }),
      },
      now,
    )
    const reply_to = parent && (parent.reply_to ?? args.reply_to)
    const effects: Effect[] = [
      insertPosts(
        postRow(
          {
            id: args.post_id,
            thread_id: thread.id,
            seq: next.last_seq,
            body,
            links: said.links,
            created_at: created,
            reply_to,
            quote: args.quote,
          },
          by,
        ),
      ),
    ]
    const seated = standing.hub_seat !== undefined || standing.scope_seat !== undefined
    if (!seated) effects.push(...guestSeat(thread, by, facts.names, created))
    if (reason) effects.push(fold({ target_id: args.post_id, level: 'fold', reason, at: created }))
    const state: Thread = seated ? next : { ...next, seats: next.seats + 1 }
    effects.push(
      ...progressed.effects,
      ...exchanges(by, parent, facts.named.values(), { folded: reason !== undefined, at: created }),
      advance(state),
    )

    const spacedFrom = by.kind === 'agent' && paced ? nextAgentPostAt(run) : undefined
    const reply: Posted = {
      post_id: args.post_id,
      seq: state.last_seq,
      version: state.version,
      created,
      hub_id: thread.hub_id,
      ...(reply_to !== undefined && { reply_to }),
      ...(reason && { folded: reason }),
      ...(mentions.landed.length > 0 && { mentioned: mentions.landed.map(({ id }) => id) }),
      ...(mentions.quiet > 0 && { mentions_quiet: mentions.quiet }),
      ...(nobody.length > 0 && { unheard: nobody }),
      ...(spacedFrom !== undefined && {
        pace: { agent_run: run.posts, next_agent_post_at: new Date(spacedFrom).toISOString() },
      }),
      ...(shared.alone && { alone: true as const }),
    }
    return {
      state,
      reply,
      effects,
      tell: [
        ...mentions.landed.map(({ id, quiet }) => notice(id, mentionOf(item, quiet))),
        ...replies.tell,
        ...(args.task && args.task.thread_id !== thread.id ? [progressElsewhere(args.task, by)] : []),
      ],
      wake: wakeOf(state),
    }
  },
})

const nameHere = ({ hub_id, id }: Thread, by: Caller) => ({ hub_id, thread_id: id, sender_id: by.id })

const starterKey = ({ starter_id, hub_id, id }: Thread): string =>
  standing.id({ participant_id: starter_id, hub_id, scope_id: id })

function spaced(run: Run, by: Caller, now: number): void {
  const at = by.kind === 'agent' ? nextAgentPostAt(run) : undefined
  if (at === undefined || at <= now) return
  const retry_after_seconds = asSeconds(at - now)
  throw rateLimited(
    'agent_run',
    `Agents alone wrote the last ${run.posts} posts here, so theirs are spaced until a person posts. Wait ${retry_after_seconds} s.`,
    { retry_after_seconds, pace: { agent_run: run.posts, next_agent_post_at: new Date(at).toISOString() } },
  )
}

/** A person's post ends a run of agents' posts; an agent's extends it. */
export function runAfter(run: Run, by: Caller, { woken }: Pick<Mentions, 'woken'>, now: number): Run {
  if (by.kind !== 'agent') return noRun
  const next = runOn(run, by.id, now)
  return Object.keys(woken).length === 0 ? next : { ...next, woken: { ...next.woken, ...woken } }
}

const whoMayHear = (thread: Thread, { hub }: Standing, publicOn: boolean, reason: string | undefined) => ({
  silent: reason !== undefined || isFolded(thread) || isHidden(thread),
  readable: publicOn && hub.audience === 'public' && !isHidden(thread),
})

const disputeAfter = (thread: Thread, by: Caller): 'open' | 'settled' | 'unresolved' =>
  moveDispute(thread.dispute ?? 'settled', {
    type: 'posted',
    person: by.kind !== 'agent',
    byStarter: startedBy(thread, by),
  })
