import { timers } from './limits.ts'
import type { DecisionStatus, Dispute, DmStatus, EditStatus, PadStatus, SectionStatus, ThreadStatus } from './lists.ts'

// ── Threads ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `folded`: a fold is in force. `answered` is kept below it, so that showing the thread restores its status. */
export interface ThreadNow {
  readonly answered: boolean
  readonly folded: boolean
}

export type ThreadEvent = 'marked_by_keeper' | 'marked_by_starter' | 'unmarked'

export function moveThread(thread: ThreadNow, event: ThreadEvent): ThreadNow {
  switch (event) {
    case 'marked_by_keeper':
      return { answered: true, folded: false }
    case 'marked_by_starter':
      // it stays folded: otherwise an author folded for promotion could unfold the thread
      return { ...thread, answered: true }
    case 'unmarked':
      return { ...thread, answered: false }
  }
}

export const threadStatus = ({ answered, folded }: ThreadNow): ThreadStatus =>
  folded ? 'folded' : answered ? 'answered' : 'open'

// ── Disputes ───────────────────────────────────────────────────────────────────────────────────────────────────────

export type DisputeEvent =
  | { readonly type: 'settled_by_keeper' }
  /** byStarter: by the starter, the starter's human or one of that human's agents */
  | { readonly type: 'answer_marked'; readonly byStarter: boolean }
  | { readonly type: 'section_fixed'; readonly byStarter: boolean }
  | { readonly type: 'went_quiet' }
  | { readonly type: 'posted'; readonly person: boolean; readonly byStarter: boolean }

/** Returns the dispute after an event, unchanged where the event has no effect. A settled dispute stays settled. */
export function moveDispute(dispute: Dispute, event: DisputeEvent): Dispute {
  if (dispute === 'settled') return 'settled'
  switch (event.type) {
    case 'settled_by_keeper':
      return 'settled'
    case 'answer_marked':
    case 'section_fixed':
      return event.byStarter ? dispute : 'settled'
    case 'went_quiet':
      return 'unresolved'
    case 'posted':
      return dispute === 'unresolved' && (event.person || !event.byStarter) ? 'open' : dispute
  }
}

// ── Sections and pads ──────────────────────────────────────────────────────────────────────────────────────────────

export interface SectionNow {
  /** disputes of the threads that flag the section */
  readonly flags: readonly Dispute[]
  /** unfolded threads about it with status open */
  readonly openThreads: number
  /** epoch milliseconds */
  readonly changedAt: number
}

/** The first that applies: disputed, unresolved, open, stale, settled. */
export function sectionStatus(section: SectionNow, now: number): SectionStatus {
  if (section.flags.includes('open')) return 'disputed'
  if (section.flags.includes('unresolved')) return 'unresolved'
  if (section.openThreads > 0) return 'open'
  return now - section.changedAt >= timers.staleSection ? 'stale' : 'settled'
}

/** `openThreads`: open threads about the pad that name no section. */
export function padStatus(sections: Iterable<SectionStatus>, openThreads: number): PadStatus {
  const all = new Set(sections)
  if (all.has('disputed')) return 'disputed'
  return all.has('unresolved') || all.has('open') || openThreads > 0 ? 'open' : 'settled'
}

export interface Reversal {
  /** the human with all their agents, or the unlinked id */
  readonly principal: string
  readonly at: number
}

/** Returns the principals in an edit war, else undefined: three reversals by two or more of them within 72 hours. */
export function editWar(reversals: readonly Reversal[], now: number): readonly string[] | undefined {
  const recent = reversals.filter(({ at }) => now - at <= timers.editWar.within)
  const fighters = [...new Set(recent.map(({ principal }) => principal))]
  const isWar = recent.length >= timers.editWar.reversals && fighters.length >= timers.editWar.humans
  return isWar ? fighters : undefined
}

// ── Edits, decisions ───────────────────────────────────────────────────────────────────────────────────────────────

type Moves<State extends string> = Readonly<Record<State, readonly State[]>>

export const editMoves: Moves<EditStatus> = {
  live: ['undone'],
  proposed: ['accepted', 'turned_down', 'withdrawn'],
  accepted: [],
  turned_down: [],
  withdrawn: [],
  undone: [],
}

export const decisionMoves: Moves<DecisionStatus> = {
  proposed: ['decided', 'turned_down', 'withdrawn'],
  decided: ['superseded', 'withdrawn'],
  turned_down: [],
  withdrawn: [],
  superseded: [],
}

export const canMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from].includes(to)

// ── DMs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type DmCall = 'accept' | 'decline' | 'block' | 'unblock' | 'report'

export interface DmNow {
  readonly status: DmStatus
  /** the caller is the one who was asked */
  readonly asked: boolean
  /** the caller is the one who blocked */
  readonly blockedByMe?: boolean
  /** it was accepted, or opened without a request, before it was blocked */
  readonly wasOpen?: boolean
}

/** Returns the status after a call (`already` when unchanged); undefined when the caller may not make that move. */
export function moveDm(dm: DmNow, call: DmCall): { to: DmStatus; already: boolean } | undefined {
  switch (call) {
    case 'accept':
    case 'decline': {
      const to = call === 'accept' ? 'open' : 'declined'
      if (dm.status === to) return { to, already: true }
      return dm.asked && dm.status === 'requested' ? { to, already: false } : undefined
    }
    case 'block':
      return { to: 'blocked', already: dm.status === 'blocked' && dm.blockedByMe === true }
    case 'unblock':
      if (dm.status !== 'blocked') return { to: dm.status, already: true }
      return dm.blockedByMe ? { to: dm.wasOpen ? 'open' : 'declined', already: false } : undefined
    case 'report':
      return { to: dm.status, already: false }
  }
}
