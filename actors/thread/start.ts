import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import type { Caller } from '../../src/rules/caller.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import { sectionStatus } from '../../src/rules/pad_and_section_status.ts'
import type { FoldReason, SectionStatus } from '../../src/rules/lists.ts'
import type { World } from '../../src/rules/world.ts'
import { isKeeper } from '../../src/rules/readable.ts'
import type { PostFacts } from '../../src/text/post_facts.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { fold } from '../../sql/effects/folds.ts'
import { insertPosts } from '../../sql/effects/posts.ts'
import { insertThreads } from '../../sql/effects/threads.ts'
import { type Anchor, anchors } from '../../sql/facts/anchors.ts'
import { company } from '../../sql/facts/company.ts'
import { named } from '../../sql/facts/named.ts'
import { type ThreadAbout, threadsAbout } from '../../sql/facts/pads.ts'
import { type Standing, standing } from '../../sql/facts/seats.ts'
import { present, presentAs } from '../../src/records/present.ts'
import { nameIn } from '../moderation/newcomer.ts'
import { notice, type NoticeOf } from '../notices.ts'
import { type Facts, message, type Tell } from '../runtime/actor.ts'
import { exchanges } from './strangers.ts'
import { foldReasonOf } from './fold_on_arrival.ts'
import { type Grounded, groundsFor, groundsOf } from './grounds.ts'
import { guestSeat } from './guest_seat.ts'
import { checkMentionLimit, mentionOf, type Mentions, reached, toldOf, unreachedHandles } from './mentions.ts'
import { notPaused } from '../moderation/agents_paused.ts'
import { postRow } from './post_row.ts'
import { noRun, type Run, runAfter } from './agent_only_run.ts'
import { noTasks, statusOf, type Thread, wakeOf } from './state.ts'

interface Start extends Grounded {
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

export interface Started {
  readonly thread_id: string
  readonly post_id: string
  readonly hub_id: string
  readonly version: number
  readonly updated: string
  readonly status: 'open' | 'folded'
  readonly folded?: string
  readonly dispute?: 'open'
  readonly section?: { readonly pad_id: string; readonly section_id: string; readonly status: SectionStatus }
  readonly mentioned?: readonly string[]
  readonly mentions_quiet?: number
  /** handles in it that reach no one here */
  readonly unheard?: readonly string[]
  /** no other human's ids have a seat there */
  readonly alone?: true
}

const needs = (
  _: Thread | undefined,
  { by, thread_id, hub_id, said, about, from_posts }: Start,
  { public_on }: World,
) => ({
  standing: standing.of(presentAs({ participant_id: holderOf(by), hub_id, human_id: by.human_id })),
  named: named.ofAll(said.named.map((handle) => ({ handle, hub_id, thread_id, sender_id: by.id }))),
  company: company.ofAll(by.human_id === undefined ? [] : [{ thread_id, hub_id, human_id: by.human_id }]),
  names: nameIn({ id: thread_id, hub_id }, by),
  anchor: anchors.ofAll(about ? [about] : []),
  grounds: groundsFor(presentAs({ by, from_posts }), public_on),
  threads: threadsAbout.ofAll(about ? [about.pad_id] : []),
})
type Loaded = Facts<ReturnType<typeof needs>>

/** A thread with its first post. If that post is folded on arrival, so is the thread. */
export const start = message({
  creates: true,
  needs,
  decide: (existing: Thread | undefined, args: Start, facts, world) => {
    if (existing) throw conflict('key_reused', 'There is a thread with this id already. Call again.')
    const { by, thread_id, post_id, hub_id, about, flag_wrong } = args
    const { now, at: created } = world
    const { place, anchor, grounds, reason } = checkStart(args, facts, world)
    const { mentions, unheard, tell } = mentionedIn(args, facts, { place, reason }, world)
    const seated = place.hub_seat !== undefined
    const shared = [...facts.company.values()][0]
    const run = runAfter(noRun, by, mentions.woken, now)
    const thread = startedThread(args, { anchor, reason, run, seated, shared }, now)
    const reply: Started = presentAs({
      thread_id,
      post_id,
      hub_id,
      version: thread.version,
      updated: created,
      status: statusOf(thread) === 'folded' ? 'folded' : 'open',
      folded: reason,
      dispute: flag_wrong ? 'open' : undefined,
      ...sectionNow(thread, anchor, facts.threads.get(about?.pad_id ?? '') ?? [], now),
      ...toldOf(mentions, unheard),
      alone: shared === false ? true : undefined,
    })
    return {
      state: thread,
      reply,
      effects: [
        ...rows(args, thread, created),
        ...grounds,
        ...exchanges(by, undefined, facts.named.values(), { folded: reason !== undefined, at: created }),
        ...(reason
          ? [post_id, thread_id].map((target_id) => fold({ target_id, level: 'fold', reason, at: created }))
          : []),
        ...(seated ? [] : guestSeat({ ...thread, seats: 0 }, by, facts.names, created)),
      ],
      tell: [...tell, ...(flag_wrong ? flagged(thread, by, anchor) : [])],
      wake: { ...wakeOf(thread), within: hub_id },
    }
  },
})

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
  const anchor = about && [...facts.anchor.values()][0]
  if (about && (anchor?.hub_id !== hub_id || (anchor.hidden && !isKeeper(place)))) throw unreadable('pad')
  const grounds = groundsOf({ id: thread_id, thread_id }, args, facts.grounds)
  const asked = mayStart(args, place, public_on)
  if (args.flag_wrong) allow('flag_wrong', asked)
  notPaused(by, place)
  if (about?.anchor !== undefined && anchor?.section_id === undefined) {
    throw invalid('unknown_section', 'anchor_block names no section or block of that pad. Take it from open_pad.')
  }
  checkMentionLimit(said.named, by)
  return { place, anchor, grounds, reason: foldReasonOf(said, by) }
}

function mentionedIn(
  { by, said, hub_id, thread_id, post_id }: Start,
  facts: Loaded,
  { place, reason }: Pick<Checked, 'place' | 'reason'>,
  { now, public_on }: World,
): { readonly mentions: Mentions; readonly unheard: readonly string[]; readonly tell: readonly Tell[] } {
  const readable = public_on && place.hub.audience === 'public'
  const factOf = (handle: string) => facts.named.get(named.id({ handle, hub_id, thread_id, sender_id: by.id }))
  const mentions = reached(facts.named.values(), by, noRun, { silent: reason !== undefined, readable }, now)
  const item: NoticeOf<'mention'> = {
    kind: 'mention',
    from_id: by.id,
    from_kind: by.kind,
    hub_id,
    thread_id,
    post_id,
    post_seq: 1,
  }
  return {
    mentions,
    tell: mentions.landed.map(({ id, quiet }) => notice(id, mentionOf(item, quiet))),
    unheard: unreachedHandles(said.named, by, factOf, readable),
  }
}

interface Beginning extends Pick<Checked, 'anchor' | 'reason'> {
  readonly run: Run
  /** the starter has a seat in the hub */
  readonly seated: boolean
  /** other humans' ids have a seat there; undefined when it was not asked */
  readonly shared: boolean | undefined
}

const startedThread = (
  { thread_id: id, hub_id, by, accepts_guests, about, flag_wrong }: Start,
  { anchor, reason, run, seated, shared }: Beginning,
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
    about: about
      ? present({ pad_id: about.pad_id, section_id: anchor?.section_id, flags_wrong: flag_wrong })
      : undefined,
    dispute: flag_wrong ? 'open' : undefined,
    fold: reason ? { level: 'fold' as const, reason } : undefined,
    locked: false,
    seats: seated ? 0 : 1,
    tasks: noTasks,
    run,
    updated_at: now,
    shared_at: shared === true ? now : undefined,
  })

function readableHub(standing: Standing | undefined, publicOn: boolean): Standing {
  if (standing && (standing.hub_seat || (publicOn && standing.hub.audience === 'public'))) return standing
  throw unreadable('hub')
}

function mayStart({ by, accepts_guests }: Start, standing: Standing, public_on: boolean): Asked {
  const { hub } = standing
  const guests = public_on && hub.audience === 'public' && hub.accepts_guests
  const asked = { by, seat: standing.hub_seat, mode: hub.mode, guests: guests && !standing.removed }
  if (standing.removed) throw denied('removed', asked)
  allow('start_thread', asked)
  if ((accepts_guests || standing.guest) && !guests) throw denied('guests_off', asked)
  return asked
}

function rows({ by, title, body, post_id, said, source }: Start, thread: Thread, created: string): Effect[] {
  const {
    about,
    run,
    tasks: ______,
    shared_at: _,
    fold: __,
    locked: ___,
    seats: ____,
    updated_at: _____,
    ...row
  } = thread
  return [
    insertThreads({
      ...row,
      title,
      ...present({ about_pad_id: about?.pad_id, about_section_id: about?.section_id }),
      flags_wrong: about?.flags_wrong === true,
      ...present({ source }),
      created_at: created,
      updated_at: created,
      ...present({ run: run === noRun ? undefined : run }),
    }),
    insertPosts(
      postRow({ id: post_id, thread_id: thread.id, seq: 1, body, links: said.links, created_at: created }, by),
    ),
  ]
}

/** The section's status, with this thread counted. */
function sectionNow(
  { about, fold, dispute }: Thread,
  anchor: Anchor | undefined,
  threads: readonly ThreadAbout[],
  now: number,
): { section?: { pad_id: string; section_id: string; status: SectionStatus } } {
  if (!anchor || about?.section_id === undefined) return {}
  const here = threads.filter(({ section_id }) => section_id === about.section_id)
  const flags = [...here.map((one) => one.dispute), dispute].filter((one) => one !== undefined)
  const openThreads = here.filter(({ open }) => open).length + (fold ? 0 : 1)
  const status = sectionStatus({ flags, openThreads, changedAt: anchor.changed_at }, now)
  return { section: { pad_id: about.pad_id, section_id: about.section_id, status } }
}

/** Tells a section's newest authors that it was flagged as wrong. */
const flagged = ({ id, hub_id, about }: Thread, by: Caller, anchor: Anchor | undefined) =>
  (anchor?.authors ?? []).map((author) =>
    notice(author, {
      kind: 'section_flagged',
      from_id: by.id,
      from_kind: by.kind,
      hub_id,
      thread_id: id,
      reason: 'flagged',
      ...present({ pad_id: about?.pad_id, section_id: about?.section_id }),
    }),
  )
