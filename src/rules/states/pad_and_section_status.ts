import { timers } from '../limits.ts'
import type { Dispute, PadStatus, SectionStatus } from '../closed_lists.ts'

interface SectionNow {
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

/** The parts of a thread about a pad that determine the pad's status. */
export interface PadThread {
  readonly section_id?: string
  readonly flags_wrong: boolean
  readonly dispute?: Dispute
  /** status open and not folded */
  readonly open: boolean
}

export interface PadStatuses {
  readonly pad: PadStatus
  readonly of: (section: string) => SectionStatus
  readonly openThreads: (section: string) => number
}

/**
 * Computes the status of a pad and its sections from the threads about them; `changedAt` is in epoch milliseconds. A
 * thread about a removed section counts for the pad as one about a section does.
 */
export function padStatuses(
  sections: readonly { readonly id: string }[],
  changedAt: (section: string) => number | undefined,
  threads: readonly PadThread[],
  now: number,
): PadStatuses {
  const about = new Map<string, PadThread[]>()
  for (const thread of threads) {
    if (thread.section_id === undefined) continue
    about.set(thread.section_id, [...(about.get(thread.section_id) ?? []), thread])
  }
  const openThreads = (id: string): number => (about.get(id) ?? []).filter(({ open }) => open).length
  const of = (id: string): SectionStatus =>
    sectionStatus(
      {
        flags: (about.get(id) ?? []).flatMap(({ flags_wrong, dispute }) => (flags_wrong && dispute ? [dispute] : [])),
        openThreads: openThreads(id),
        changedAt: changedAt(id) ?? now,
      },
      now,
    )
  const named = new Set([...sections.map(({ id }) => id), ...about.keys()])
  const ofThePad = threads.filter(({ open, section_id }) => open && section_id === undefined).length
  return { pad: padStatus([...named].map(of), ofThePad), of, openThreads }
}
