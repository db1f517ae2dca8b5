import type { Dispute, PadStatus, SectionStatus } from './lists.ts'
import { padStatus, sectionStatus } from './states.ts'

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
