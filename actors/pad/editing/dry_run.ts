import { inputs } from '../../../src/rules/limits.ts'
import { present, unlessEmpty } from '../../../src/records/present.ts'
import type { ThreadAbout } from '../../../sql/facts/pad/threads_about.ts'
import type { RecordedDecision } from '../decisions/decision.ts'
import type { Resolved } from '../decisions/resolves_thread.ts'
import { changedPad } from '../reply.ts'
import type { Pad } from '../state.ts'
import type { Edited } from './edit_reply.ts'
import type { Saved } from './save.ts'

interface Consequences {
  readonly shown: Edited['edit'] & { readonly section_ids: readonly string[] }
  readonly recorded: RecordedDecision | undefined
  readonly resolved: Resolved | undefined
}

/** The reply of a dry run: the pad as it stands, the edit without an id or a version. */
export function dryRun(
  pad: Pad,
  saved: Saved,
  { shown, recorded, resolved }: Consequences,
  threads: readonly ThreadAbout[],
  now: number,
): Edited {
  const { version: _, edit_id: __, ...measured } = shown
  return {
    ...changedPad({ ...saved, pad }, threads, now),
    edit: { ...measured, ...openThreads(threads, measured.section_ids) },
    ...present({ decision: recorded ? { status: recorded.reply.status } : undefined, thread: resolved?.asItStands }),
    dry_run: true,
  }
}

/** The open threads about sections that an edit would touch. */
function openThreads(
  threads: readonly ThreadAbout[],
  sections: readonly string[],
): { readonly threads?: readonly string[] } {
  const about = threads.filter(
    ({ open, section_id }) => open && section_id !== undefined && sections.includes(section_id),
  )
  return present({ threads: unlessEmpty(about.slice(0, inputs.sections))?.map(({ id }) => id) })
}
