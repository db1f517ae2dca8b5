import type { Caller } from '../../../src/rules/caller.ts'
import { present } from '../../../src/records/present.ts'
import type { Anchor } from '../../../sql/facts/pad/anchors.ts'
import { from, notice } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import type { Thread } from '../state.ts'

/** Tells a section's newest authors that it was flagged as wrong. */
export const tellFlagged = ({ id, hub_id, about }: Thread, by: Caller, anchor: Anchor | undefined): Tell[] =>
  (anchor?.authors ?? []).map((author) =>
    notice(author, {
      kind: 'section_flagged',
      ...from(by),
      hub_id,
      thread_id: id,
      reason: 'flagged',
      ...present({ pad_id: about?.pad_id, section_id: about?.section_id }),
    }),
  )
