import { invalid, unreadable } from '../../src/rules/errors.ts'
import { holderOf } from '../../src/rules/caller.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import type { FoldReason } from '../../src/rules/closed_lists.ts'
import { disputeOf } from '../../src/rules/states/dispute_moves.ts'
import type { World } from '../../src/rules/world.ts'
import { isKeeper, readsHub, tookSeat } from '../../src/rules/may_read/readable.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold } from '../../sql/effects/moderation/folds.ts'
import { type Anchor, anchors } from '../../sql/facts/pad/anchors.ts'
import { aloneIn, whetherShared } from '../shared_with_others.ts'
import { threadsAbout } from '../../sql/facts/pad/threads_about.ts'
import { type Standing, standing } from '../../sql/facts/hub/standing.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { nameIn } from '../seats/guest_name.ts'
import { from } from '../notices.ts'
import { type Facts, message, type Tell } from '../runtime/actor.ts'
import { flagNotices } from './flag/dispute.ts'
import { type SectionAnswered, sectionWith } from './section_about.ts'
import { insertThread, newThread, type Start } from './new_thread.ts'
import { noLongerStrangers } from './posts/no_longer_strangers.ts'
import { foldReasonOf } from './posts/fold_on_arrival.ts'
import { groundsFor, groundsOf } from './grounds.ts'
import { guestSeat } from './guest_seat.ts'
import { checkMentionLimit, mentionNotices, mentionsIn, namedIn } from './posts/mentions.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { noRun, runAfter } from './posts/agent_only_run.ts'
import { isFolded, type Thread, wakeOf } from './state.ts'
import { effectiveAudience, isPublic } from '../../src/rules/may_read/public.ts'
import { hubTakesGuests } from '../../src/rules/taking_guests.ts'
import { iso } from '../../src/rules/units.ts'
import type { Posted } from './posts/post.ts'

interface Started
  extends Pick<
    Posted,
    'post_id' | 'hub_id' | 'version' | 'folded' | 'mentioned' | 'mentions_quiet' | 'unheard' | 'alone'
  > {
  readonly thread_id: string
  readonly updated: string
  readonly status: 'open' | 'folded'
  readonly dispute?: 'open'
  readonly section?: SectionAnswered
}

const needs = (
  _: Thread | undefined,
  { by, thread_id, hub_id, said, about, from_posts }: Start,
  { public_on }: World,
) => ({
  standing: standing.of(presentAs({ participant_id: holderOf(by), hub_id, human_id: by.human_id })),
  named: namedIn({ by, said, hub_id, thread_id }),
  shared: whetherShared(by, { place_id: thread_id, hub_id }),
  name: nameIn({ id: thread_id, hub_id }, by),
  anchor: anchors.maybe(about && { ...about, public_on }),
  grounds: groundsFor(presentAs({ by, from_posts }), public_on),
  threads: threadsAbout.maybe(about?.pad_id),
})
type Loaded = Facts<ReturnType<typeof needs>>

/** A thread with its first post. If that post is folded on arrival, so is the thread. */
export const start = message({
  creates: 'once',
  needs,
  decide: (_: Thread | undefined, args: Start, facts, world) => {
    const { by, hub_id, flag_wrong } = args
    const { now, at } = world
    const checked = checkStart(args, facts, world)
    const { place, anchor, grounds, reason } = checked
    const mentioned = mentionedIn(args, facts, checked, world)
    const run = runAfter(noRun, by, mentioned.mentions.woken, now)
    const seat = place.hub_seat === undefined ? guestSeat({ id: args.thread_id, hub_id }, by, facts, world) : undefined
    const thread: Thread = {
      ...newThread(args, { anchor, reason, run, shared: facts.shared }, now),
      ...present({ came: seat?.came }),
    }
    return {
      state: thread,
      reply: replyOf(thread, args, {
        ...mentioned.fields,
        ...present({ section: sectionWith(thread, anchor, facts.threads, now), folded: reason }),
        ...aloneIn(facts.shared),
      }),
      effects: [
        ...insertThread(thread, args, at),
        ...grounds,
        ...noLongerStrangers(by, undefined, facts.named.values(), { folded: reason !== undefined, at }),
        ...(reason ? foldsOnArrival(args, reason, at) : []),
        ...(seat?.effects ?? []),
      ],
      tell: [...mentioned.tell, ...(flag_wrong ? flagNotices(thread, by, anchor, { reason: 'flagged' }) : [])],
      wake: { ...wakeOf(thread), within: hub_id },
    }
  },
})

const replyOf = (
  thread: Thread,
  { post_id, flag_wrong }: Start,
  more: Pick<Started, 'section' | 'folded' | 'alone' | 'mentioned' | 'mentions_quiet' | 'unheard'>,
): Started => ({
  thread_id: thread.id,
  post_id,
  hub_id: thread.hub_id,
  version: thread.version,
  updated: iso(thread.updated_at),
  status: isFolded(thread) ? 'folded' : 'open',
  ...present({ dispute: disputeOf(flag_wrong) }),
  ...more,
})

const foldsOnArrival = ({ post_id, thread_id }: Start, reason: FoldReason, at: string): Effect[] =>
  [post_id, thread_id].map((target_id) => fold({ target_id, level: 'fold', reason, at }))

interface Checked {
  readonly place: Standing
  /** the section that the thread is about */
  readonly anchor: Anchor | undefined
  readonly grounds: readonly Effect[]
  /** why thread and post are folded on arrival */
  readonly reason: FoldReason | undefined
}

/** Throws the first reason why this thread may not be started. */
function checkStart(args: Start, facts: Loaded, { public_on }: World): Checked {
  const { by, said, about, hub_id, thread_id } = args
  const place = readableHub(facts.standing, public_on)
  const { anchor } = facts
  if (about && (anchor?.hub_id !== hub_id || (anchor.hidden && !isKeeper(place)))) throw unreadable('pad')
  const grounds = groundsOf({ id: thread_id, thread_id }, args, facts.grounds)
  const asked = mayStart(args, place, public_on)
  if (args.flag_wrong) allow('flag_wrong', asked)
  checkNotPaused(by, place)
  if (about?.anchor !== undefined && anchor?.section_id === undefined) {
    throw invalid('unknown_section', 'anchor_block names no section or block of that pad. Take it from open_pad.')
  }
  checkMentionLimit(said.named, by)
  return { place, anchor, grounds, reason: foldReasonOf(said, asked) }
}

function mentionedIn(
  args: Start,
  facts: Loaded,
  { place, reason }: Pick<Checked, 'place' | 'reason'>,
  { now, public_on }: World,
): ReturnType<typeof mentionsIn> & { readonly tell: readonly Tell[] } {
  const { by, hub_id, thread_id, post_id } = args
  const readable = isPublic(place.hub.audience, public_on)
  const silent = reason !== undefined
  const named = mentionsIn(args, facts.named, noRun, { silent, readable }, now)
  const item = { kind: 'mention', ...from(by), hub_id, thread_id, post_id, post_seq: 1 } as const
  return { ...named, tell: mentionNotices(named.mentions, item) }
}

function readableHub(standing: Standing | undefined, publicOn: boolean): Standing {
  if (standing && readsHub(standing.hub.audience, standing, { publicOn })) return standing
  throw unreadable('hub')
}

const noGuestsInHub =
  'This hub takes no guests, so its threads take none: leave accepts_guests out. Of a public hub the owner changes that: update_hub with accepts_guests true.'

function mayStart({ by, accepts_guests }: Start, standing: Standing, public_on: boolean): Asked {
  const { hub } = standing
  const guests = hubTakesGuests({ ...hub, audience: effectiveAudience(hub.audience, public_on) })
  const asked = { by, seat: standing.hub_seat, mode: hub.mode, guests: guests && !standing.removed }
  if (standing.removed) throw denied('removed', asked)
  allow('start_thread', asked)
  if (tookSeat(standing) && !guests) throw denied('guests_off', asked)
  if (accepts_guests && !guests) throw denied('guests_off', asked, noGuestsInHub)
  return asked
}
