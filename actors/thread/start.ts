import { conflict, invalid, unreadable } from '../../src/rules/errors.ts'
import { holderOf, type Caller } from '../../src/rules/caller.ts'
import { allow, type Asked, denied } from '../../src/rules/rights.ts'
import { sectionStatus } from '../../src/rules/pad_status.ts'
import type { SectionStatus } from '../../src/rules/lists.ts'
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
import { type Notice, notice } from '../notices.ts'
import { message } from '../runtime/actor.ts'
import { exchanges } from './strangers.ts'
import { foldReasonOf } from './fold.ts'
import { type Grounded, groundsFor, groundsOf } from './grounds.ts'
import { guestSeat } from './guest_seat.ts'
import { checkMentionLimit, mentionOf, reached, unreachedHandles } from './mentions.ts'
import { notPaused } from '../moderation/place.ts'
import { runAfter } from './post.ts'
import { postRow } from './post_row.ts'
import { noRun } from './run.ts'
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

/** A thread with its first post. If that post is folded on arrival, so is the thread. */
export const start = message({
  creates: true,
  needs: (_: Thread | undefined, { by, thread_id, hub_id, said, about, from_posts }: Start, { public_on }) => ({
    standing: standing.of(presentAs({ participant_id: holderOf(by), hub_id, human_id: by.human_id })),
    named: named.ofAll(said.named.map((handle) => ({ handle, hub_id, thread_id, sender_id: by.id }))),
    company: company.ofAll(by.human_id === undefined ? [] : [{ thread_id, hub_id, human_id: by.human_id }]),
    names: nameIn({ id: thread_id, hub_id }, by),
    anchor: anchors.ofAll(about ? [about] : []),
    grounds: groundsFor(presentAs({ by, from_posts }), public_on),
    threads: threadsAbout.ofAll(about ? [about.pad_id] : []),
  }),
  decide: (existing: Thread | undefined, args: Start, facts, { now, at: created, public_on }) => {
    if (existing) throw conflict('key_reused', 'There is a thread with this id already. Call again.')
    const { by, said, about, flag_wrong } = args
    const place = readableHub(facts.standing, public_on)
    const anchor = about && [...facts.anchor.values()][0]
    if (about && (anchor?.hub_id !== args.hub_id || (anchor.hidden && !isKeeper(place)))) throw unreadable('pad')
    const grounds = groundsOf({ id: args.thread_id, thread_id: args.thread_id }, args, facts.grounds)
    const asked = mayStart(args, place, public_on)
    if (flag_wrong) allow('flag_wrong', asked)
    notPaused(by, place)
    if (about?.anchor !== undefined && anchor?.section_id === undefined) {
      throw invalid('unknown_section', 'anchor_block names no section or block of that pad. Take it from open_pad.')
    }
    checkMentionLimit(said.named, by)
    const reason = foldReasonOf(said, by)
    const mentions = reached(
      facts.named.values(),
      by,
      noRun,
      { silent: reason !== undefined, readable: public_on && place.hub.audience === 'public' },
      now,
    )
    const { hub_id, thread_id } = args
    const nobody = unreachedHandles(
      said.named,
      by,
      (handle) => facts.named.get(named.id({ handle, hub_id, thread_id, sender_id: by.id })),
      public_on && place.hub.audience === 'public',
    )
    const shared = [...facts.company.values()][0]
    const seated = place.hub_seat !== undefined
    const thread: Thread = present({
      id: args.thread_id,
      hub_id: args.hub_id,
      starter_id: by.id,
      starter_human_id: by.human_id,
      accepts_guests: args.accepts_guests,
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
      run: runAfter(noRun, by, mentions, now),
      updated_at: now,
      shared_at: shared === true ? now : undefined,
    })
    const status = statusOf(thread) === 'folded' ? 'folded' : 'open'
    const reply: Started = presentAs({
      thread_id: thread.id,
      post_id: args.post_id,
      hub_id: thread.hub_id,
      version: thread.version,
      updated: created,
      status,
      folded: reason,
      dispute: flag_wrong ? 'open' : undefined,
      ...sectionNow(thread, anchor, facts.threads.get(about?.pad_id ?? '') ?? [], now),
      mentioned: mentions.landed.length > 0 ? mentions.landed.map(({ id }) => id) : undefined,
      mentions_quiet: mentions.quiet > 0 ? mentions.quiet : undefined,
      unheard: nobody.length > 0 ? nobody : undefined,
      alone: shared === false ? true : undefined,
    })
    const item: Notice = {
      kind: 'mention',
      from_id: by.id,
      from_kind: by.kind,
      hub_id: thread.hub_id,
      thread_id: thread.id,
      post_id: args.post_id,
      post_seq: 1,
    }
    return {
      state: thread,
      reply,
      effects: [
        ...rows(args, thread, created),
        ...grounds,
        ...exchanges(by, undefined, facts.named.values(), { folded: reason !== undefined, at: created }),
        ...(reason
          ? [args.post_id, thread.id].map((target_id) => fold({ target_id, level: 'fold', reason, at: created }))
          : []),
        ...(seated ? [] : guestSeat({ ...thread, seats: 0 }, by, facts.names, created)),
      ],
      tell: [
        ...mentions.landed.map(({ id, quiet }) => notice(id, mentionOf(item, quiet))),
        ...(flag_wrong ? flagged(thread, by, anchor) : []),
      ],
      wake: { ...wakeOf(thread), within: thread.hub_id },
    }
  },
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
