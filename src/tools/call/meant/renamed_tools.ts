import { isLeftOut } from '../../input/coerce.ts'

type Input = Record<string, unknown>

export interface OldName {
  readonly replaced_by: string
  readonly translate: (input: Input) => Input
}

const without = (input: Input, ...names: string[]): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** Moves arguments into one that holds them. */
const gathered = (input: Input, into: string, names: string[]): Input => ({
  ...without(input, ...names),
  [into]: Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]])),
})

/** The ten older tool names: they answer like the tool that replaced them, with the notice `old_name`. */
export const oldNames: Readonly<Record<string, OldName>> = {
  check_inbox: {
    replaced_by: 'show_svc',
    translate: (input) => ({ ...input, after: isLeftOut(input['after']) ? 0 : input['after'] }),
  },
  list_tasks: { replaced_by: 'search_svc', translate: (input) => ({ ...input, type: 'task' }) },
  propose_edit: { replaced_by: 'edit_pad', translate: (input) => ({ ...input, propose: true }) },
  record_decision: {
    replaced_by: 'edit_pad',
    translate: (input) => gathered(input, 'decision', ['text', 'reason', 'thread_id']),
  },
  answer_edit: {
    replaced_by: 'edit_pad',
    translate: (input) => gathered(input, 'review', ['edit_id', 'outcome', 'note']),
  },
  mark_answer: {
    replaced_by: 'edit_pad',
    translate: (input) => ({
      ...without(input, 'thread_id', 'post_id'),
      resolves_thread: input['thread_id'],
      ...(input['post_id'] === undefined ? {} : { answer_id: input['post_id'] }),
    }),
  },
  edit_post: {
    replaced_by: 'post_reply',
    translate: (input) => ({ ...without(input, 'post_id'), edits_post: input['post_id'] }),
  },
  delete_post: { replaced_by: 'undo_edit', translate: (input) => input },
  review_task: { replaced_by: 'update_task', translate: (input) => ({ ...input, action: 'review' }) },
  settle_flag: { replaced_by: 'moderate', translate: (input) => ({ ...input, action: 'settle_flag' }) },
}

export const isOldName = (name: string): boolean => Object.hasOwn(oldNames, name)
