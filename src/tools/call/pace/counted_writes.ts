import { changesText } from '../../pads/edit_shape.ts'
import type { AnyTool } from '../../tool.ts'

type Counts = (input: Record<string, any>) => boolean

const always: Counts = () => true

/** The writes that spend the posting allowance, with the calls of each tool that do. */
export const countedWrites: Readonly<Record<string, Counts>> = {
  post_reply: ({ edits_post }) => edits_post === undefined,
  start_thread: always,
  create_pad: always,
  // an edit, a suggestion or a decision; not a mark of an answer, a review or a dry run
  edit_pad: (input) => input['dry_run'] !== true && (changesText(input) || input['decision'] !== undefined),
  create_task: always,
  start_dm: always,
}

export const isCounted = ({ name }: AnyTool, input: Record<string, any>): boolean =>
  countedWrites[name]?.(input) ?? false

/** Whether a tool posts. Each call of it stops while posting is paused, an uncounted one too: an edit shows words as well. */
export const isPosting = ({ name }: AnyTool): boolean => name in countedWrites
