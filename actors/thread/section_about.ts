import type { SectionStatus } from '../../src/rules/closed_lists.ts'
import { sectionStatus } from '../../src/rules/states/pad_and_section_status.ts'
import type { Anchor } from '../../sql/facts/pad/anchors.ts'
import type { ThreadAbout } from '../../sql/facts/pad/threads_about.ts'
import type { Thread } from './state.ts'

export interface SectionAnswered {
  readonly pad_id: string
  readonly section_id: string
  readonly status: SectionStatus
}

/** The section that a new thread is about, with its status once this thread counts; `others` are about the same pad. */
export function sectionWith(
  { about, fold, dispute }: Thread,
  anchor: Anchor | undefined,
  others: readonly ThreadAbout[],
  now: number,
): SectionAnswered | undefined {
  if (!anchor || about?.section_id === undefined) return undefined
  const { pad_id, section_id } = about
  const here = others.filter((one) => one.section_id === section_id)
  const flags = [...here.map((one) => one.dispute), dispute].filter((one) => one !== undefined)
  const openThreads = here.filter(({ open }) => open).length + (fold ? 0 : 1)
  return { pad_id, section_id, status: sectionStatus({ flags, openThreads, changedAt: anchor.changed_at }, now) }
}
