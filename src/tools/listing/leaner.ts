import { sizes } from '../../rules/limits.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * Input schemas as tools/list shows them. A model reads every character of a list before its first call, and the door
 * checks calls by the whole schema in any case, so bounds that no sensible value exceeds are left out.
 */
export const leanInput = (schema: object): object => ({
  ...(lean(schema) as Schema),
  properties: mapped((schema as Schema)['properties'] as Schema, (property, name) =>
    unexplained.has(name) ? bare(property) : lean(property),
  ),
})

/** Inputs of many tools that the instructions, or the refusals asking for them, explain. */
const unexplained: ReadonlySet<string> = new Set(['confirm_sensitive', 'as_agent', 'view_token'])
const bare = (property: unknown): object => ({ type: (property as Schema)['type'] })

/** The same for the embedded view, whose code makes the calls and needs no explanations. */
export const leanestInput = (schema: object): object => only(argument, schema) as object

/** A result's fields and their types only. */
export const leanOutput = (schema: object): object => only(shape, schema) as object

const shape: ReadonlySet<string> = new Set(['type', 'properties', 'items', 'anyOf'])
const argument: ReadonlySet<string> = new Set([...shape, 'required', 'enum'])

function only(kept: ReadonlySet<string>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => only(kept, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (!kept.has(name)) return []
      return [[name, name === 'properties' ? mapped(one as Schema, (each) => only(kept, each)) : only(kept, one)]]
    }),
  )
}

/** Minimums up to `shortest` and text lengths up to `short` are left out; longer texts keep their bound. */
const [shortest, short] = [1, sizes.title]

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...beside } = value as Schema
  if (Array.isArray(anyOf)) return { anyOf: alone(anyOf.map(lean), beside) }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (name === 'properties') return [[name, mapped(one as Schema, lean)]]
      if ((name === 'minLength' || name === 'minimum') && Number(one) <= shortest) return []
      if ((name === 'maxLength' && Number(one) <= short) || name === 'maxItems') return []
      // of an id pattern only the prefix
      if (name === 'pattern') return prefixOf(String(one)).map((prefix) => [name, prefix])
      return [[name, lean(one)]]
    }),
  )
}

/** Vertex AI takes a choice with nothing beside it, and refuses all tools of a model where one has something there. */
const alone = ([first, ...others]: readonly unknown[], beside: Schema): readonly unknown[] => [
  { ...(first as Schema), ...beside },
  ...others,
]

const prefixOf = (pattern: string): readonly string[] => /^\^[a-z]+_/.exec(pattern) ?? []

const mapped = (properties: Schema, to: (property: unknown, name: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, to(property, name)]))
