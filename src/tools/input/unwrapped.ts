import { fieldsIn, isFields, readJson } from './sent_fields.ts'

/** Names under which clients send all arguments once more, and those under which they name the tool beside. */
const wrappers: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'params', 'parameters', 'tool_input'])
const toolNames: ReadonlySet<string> = new Set(['name', 'tool', 'tool_name'])

/**
 * The arguments themselves, where a client sent all of them as JSON text or as one field around them, under names as ours are
 * written. Call this on a client's arguments before anything else reads them: a check that saw the wrapping would see no
 * argument.
 */
export function unwrapped(sent: unknown, input: object, tool?: string): unknown {
  const whole = typeof sent === 'string' ? readJson(sent) : sent
  if (!isFields(whole)) return whole
  const names = Object.keys(whole).filter(
    (name) => Object.hasOwn(input, name) || !toolNames.has(name) || tool === undefined || whole[name] !== tool,
  )
  const [name = '', ...others] = names
  const within =
    others.length > 0 || !wrappers.has(name) || Object.hasOwn(input, name) ? undefined : fieldsIn(whole[name])
  return within ? unwrapped(within, input, tool) : asSpelt(whole, input)
}

/** threadId, thread-id and Thread_Id are thread_id. A name of the tool's own stays, as does one of which another spelling came before. */
function asSpelt(sent: unknown, own: object = {}): unknown {
  if (Array.isArray(sent)) return sent.map((one) => asSpelt(one))
  if (!isFields(sent)) return sent
  const taken = new Set(Object.keys(sent))
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const ours = Object.hasOwn(own, name) ? name : spelt(name)
      const kept = ours !== name && taken.has(ours) ? name : ours
      taken.add(kept)
      return [kept, asSpelt(value)]
    }),
  )
}

const spelt = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
