import type { OldTool } from '../../../rules/old_names.ts'
import { invalid } from '../../../rules/errors.ts'
import { fieldsIn, isLeftOut, type Fields, withoutField } from '../../input/sent_fields.ts'
import { id } from '../../input/fields.ts'
import { meanSame, type Shapes } from '../../input/same_value.ts'
import { renamed, withCurrentNames } from './argument_aliases.ts'

/**
 * Moves arguments into the one that holds them now. Refusals name that one, so what was sent in it stands: a caller who
 * corrects it must not be refused for leaving it out. What is no object is left for the schema to refuse. Throws
 * invalid/alias_mismatch when an argument and the one within differ.
 */
function gathered(input: Fields, into: string, names: readonly string[], shapes: Shapes): Fields {
  const held = names.filter((name) => !isLeftOut(input[name]))
  const rest = names.reduce(withoutField, input)
  if (held.length === 0 && !isLeftOut(input[into])) return rest
  const within = isLeftOut(input[into]) ? {} : fieldsIn(input[into])
  if (within === undefined) return rest
  const inside = shapes[into]?.properties ?? {}
  const differs = held.find((name) => !isLeftOut(within[name]) && !meanSame(inside, name, within[name], input[name]))
  if (differs !== undefined) {
    throw invalid('alias_mismatch', `${differs} and ${into}.${differs} differ here: send it in ${into} only.`, {
      issues: [{ path: `${into}.${differs}`, message: `differs from ${differs}` }],
    })
  }
  return { ...rest, [into]: { ...within, ...Object.fromEntries(held.map((name) => [name, input[name]])) } }
}

/** A scope_id means the thread or pad of the older tool: the current one has the thread under another name. */
const ofThreadAndPad = (input: Fields): Fields =>
  withCurrentNames(input, { thread_id: id('thread'), pad_id: id('pad') })

/** How the arguments of the ten older tools become those of the tool in its place. */
export const translations: Readonly<Record<OldTool, (input: Fields, shapes: Shapes) => Fields>> = {
  check_inbox: (input) => ({ ...input, after: isLeftOut(input['after']) ? 0 : input['after'] }),
  list_tasks: (input) => ({ ...input, type: 'task' }),
  propose_edit: (input) => ({ ...input, propose: true }),
  record_decision: (input, shapes) =>
    gathered(ofThreadAndPad(input), 'decision', ['text', 'reason', 'thread_id'], shapes),
  answer_edit: (input, shapes) => gathered(input, 'review', ['edit_id', 'outcome', 'note'], shapes),
  mark_answer: (input, shapes) =>
    renamed(renamed(ofThreadAndPad(input), 'thread_id', 'resolves_thread', shapes), 'post_id', 'answer_id', shapes),
  edit_post: (input, shapes) => renamed(input, 'post_id', 'edits_post', shapes),
  delete_post: (input) => input,
  review_task: (input) => ({ ...input, action: 'review' }),
  settle_flag: (input) => ({ ...input, action: 'settle_flag' }),
}
