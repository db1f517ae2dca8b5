import { invalid } from '../../rules/errors.ts'
import { prefixes } from '../../rules/ids.ts'
import { isLeftOut } from '../input/coerce.ts'

type Input = Record<string, unknown>

/** Older argument names and what each may stand for: the name that the tool takes, or of several the one of its id. */
export const argumentAliases: Readonly<Record<string, readonly string[]>> = {
  page_id: ['pad_id'],
  board: ['hub'],
  scope_id: ['thread_id', 'pad_id', 'hub'],
}

const idPrefixes: Readonly<Record<string, string>> = {
  thread_id: prefixes.thread,
  pad_id: prefixes.pad,
  hub: prefixes.hub,
}

/** Older argument names that are deprecated together with the older tool names: REST says so in its headers. */
const goingAway = ['page_id', 'board']

export const namesOlder = (sent: Input, takes: (name: string) => boolean): boolean =>
  goingAway.some((name) => !isLeftOut(sent[name]) && !takes(name) && argumentAliases[name]?.some(takes))

const isIdFor = (name: string, value: unknown): boolean => {
  const prefix = idPrefixes[name]
  return prefix !== undefined && typeof value === 'string' && value.startsWith(prefix)
}

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

/** Renames older arguments to current names that the tool takes. Throws invalid/alias_mismatch when both differ. */
export function withCurrentNames(input: Input, takes: (name: string) => boolean): Input {
  const current: Input = { ...input }
  for (const [older, candidates] of Object.entries(argumentAliases)) {
    if (!(older in current) || takes(older)) continue
    const value = current[older]
    const taken = candidates.filter(takes)
    const name = taken.find((candidate) => isIdFor(candidate, value)) ?? taken[0]
    if (name === undefined) continue
    delete current[older]
    if (isLeftOut(value)) continue
    if (!isLeftOut(current[name]) && current[name] !== value) {
      throw invalid(
        'alias_mismatch',
        `${older} is an older name of ${name}, and they differ here: send ${name} only.`,
        {
          issues: [{ path: name, message: `differs from ${older}` }],
        },
      )
    }
    current[name] = value
  }
  return current
}
