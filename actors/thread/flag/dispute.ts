import type { Caller } from '../../../src/rules/caller.ts'
import { type DisputeEvent, moveDispute } from '../../../src/rules/states/dispute_moves.ts'
import type { World } from '../../../src/rules/world.ts'
import { type Anchor, anchors } from '../../../sql/facts/pad/anchors.ts'
import { present } from '../../../src/records/present.ts'
import { from, notice, type NoticeOf } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import type { Thread } from '../state.ts'

/** The section that a thread flags, as a fact: its authors are told how the dispute ends. */
export const flaggedSection = ({ about }: Thread, { public_on }: World) =>
  anchors.maybe(
    about?.flags_wrong && about.section_id !== undefined
      ? { pad_id: about.pad_id, anchor: about.section_id, public_on }
      : undefined,
  )

/** The dispute after an event, with its notices; undefined when unchanged. `by` is absent when the service acts. */
export function disputeAfter(
  thread: Thread,
  event: DisputeEvent,
  by: Caller | undefined,
  section: Anchor | undefined,
  noted: { readonly note_of?: string } = {},
): { readonly dispute: NonNullable<Thread['dispute']>; readonly tell: readonly Tell[] } | undefined {
  if (thread.dispute === undefined) return undefined
  const dispute = moveDispute(thread.dispute, event)
  if (dispute === thread.dispute) return undefined
  const tell = dispute === 'open' ? [] : flagNotices(thread, by, section, { reason: dispute, ...noted })
  return { dispute, tell }
}

/** Tells a section's newest authors that it was flagged as wrong, or how the dispute ended. */
export const flagNotices = (
  { id, hub_id, about }: Thread,
  by: Caller | undefined,
  section: Anchor | undefined,
  said: { readonly reason: NonNullable<NoticeOf<'section_flagged'>['reason']>; readonly note_of?: string },
): Tell[] =>
  (section?.authors ?? []).map((author) =>
    notice(author, {
      kind: 'section_flagged',
      ...from(by),
      hub_id,
      thread_id: id,
      ...present({ pad_id: about?.pad_id, section_id: about?.section_id }),
      ...said,
    }),
  )
