import { invalid } from '../../../rules/errors.ts'
import { idIn, type Prefix, prefixes } from '../../../rules/ids.ts'
import { oldNames } from '../../../rules/old_names.ts'
import { isLeftOut, type Fields, withoutField } from '../../input/sent_fields.ts'
import { meanSame, type Shapes } from '../../input/same_value.ts'

/**
 * Older names of arguments (page_id for pad_id, board for hub: `src/rules/old_names.ts`) and scope_id, which stays, with
 * what each may stand for: the name that the tool takes, or of several the one of its id.
 */
export const argumentAliases: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(oldNames.arguments).map(([older, current]) => [older, [current]])),
  scope_id: ['thread_id', 'pad_id', 'hub'],
}

const idPrefixes: Readonly<Record<string, Prefix>> = {
  thread_id: prefixes.thread,
  pad_id: prefixes.pad,
  hub: prefixes.hub,
}

/** Whether one of them goes away: REST says so in its headers. */
export const namesOlder = (sent: Fields, takes: (name: string) => boolean): boolean =>
  Object.keys(oldNames.arguments).some(
    (name) => !isLeftOut(sent[name]) && !takes(name) && argumentAliases[name]?.some(takes),
  )

/** Whether a value is an id of that kind, existing or not, or holds one, as a link does. */
const isIdFor = (name: string, value: unknown): boolean => {
  const prefix = idPrefixes[name]
  return (
    prefix !== undefined && typeof value === 'string' && (value.startsWith(prefix) || idIn(prefix, value) !== undefined)
  )
}

/** Renames older arguments to current names that the tool takes. Throws invalid/alias_mismatch when both differ. */
export function withCurrentNames(input: Fields, shapes: Shapes): Fields {
  const takes = (name: string): boolean => Object.hasOwn(shapes, name)
  let current = input
  for (const [older, candidates] of Object.entries(argumentAliases)) {
    if (!(older in current) || takes(older)) continue
    const value = current[older]
    const taken = candidates.filter(takes)
    const name = taken.find((candidate) => isIdFor(candidate, value)) ?? taken[0]
    if (name !== undefined) current = renamed(current, older, name, shapes)
  }
  return current
}

/** Renames one argument; of the two names, one that was left out says nothing. Throws invalid/alias_mismatch. */
export function renamed(input: Fields, older: string, name: string, shapes: Shapes): Fields {
  const value = input[older]
  const rest = withoutField(input, older)
  if (isLeftOut(value)) return rest
  if (!isLeftOut(rest[name]) && !meanSame(shapes, name, rest[name], value)) {
    throw invalid('alias_mismatch', `${older} is an older name of ${name}, and they differ here: send ${name} only.`, {
      issues: [{ path: name, message: `differs from ${older}` }],
    })
  }
  return { ...rest, [name]: value }
}
