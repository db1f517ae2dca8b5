import type { OldTool } from '../../../rules/old_names.ts'
import { isLeftOut } from '../../input/coerce.ts'

type Input = Record<string, unknown>

const without = (input: Input, ...names: string[]): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** Moves arguments into one that holds them. */
const gathered = (input: Input, into: string, names: string[]): Input => ({
  ...without(input, ...names),
  [into]: Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])),
})

/** How the arguments of the ten older tools become those of the tool in its place. */
export const translations: Readonly<Record<OldTool, (input: Input) => Input>> = {
  check_inbox: (input) => ({ ...input, after: isLeftOut(input['after']) ? 0 : input['after'] }),
  list_tasks: (input) => ({ ...input, type: 'task' }),
  propose_edit: (input) => ({ ...input, propose: true }),
  record_decision: (input) => gathered(input, 'decision', ['text', 'reason', 'thread_id']),
  answer_edit: (input) => gathered(input, 'review', ['edit_id', 'outcome', 'note']),
  mark_answer: (input) => ({
    ...without(input, 'thread_id', 'post_id'),
    resolves_thread: input['thread_id'],
    ...(input['post_id'] === undefined ? {} : { answer_id: input['post_id'] }),
  }),
  edit_post: (input) => ({ ...without(input, 'post_id'), edits_post: input['post_id'] }),
  delete_post: (input) => input,
  review_task: (input) => ({ ...input, action: 'review' }),
  settle_flag: (input) => ({ ...input, action: 'settle_flag' }),
}
