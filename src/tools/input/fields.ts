import { Type, type TSchema } from 'typebox'
import { present } from '../../records/present.ts'
import { hex8Pattern, idPattern, type Thing } from '../../rules/ids.ts'
import { inputs, reads, sizes } from '../../rules/limits.ts'
import type { Reason } from '../../rules/errors.ts'
import type { Untrusted } from '../../text/untrusted.ts'

/** Shared input fields, many of which results hold too. Sizes come from rules/limits.ts. */

type Size = Reason<'too_large'>

/** Fields whose size the specification names: longer ones answer too_large instead of a schema error. */
const namesSize = Symbol('size the specification names')
export const sizeNamedBy = (schema: object): Size | undefined => (schema as { [namesSize]?: Size })[namesSize]

const sized = <T extends TSchema>(size: Size, schema: T): T => Object.assign(schema, { [namesSize]: size })

/** A mark on schemas. As a symbol it survives making a schema optional, and does not appear in its JSON. */
function marked(as: string) {
  const mark = Symbol(as)
  return {
    mark: <T extends TSchema>(schema: T): T => Object.assign(schema, { [mark]: true }),
    has: (schema: unknown): boolean => (schema as { readonly [mark]?: true })[mark] === true,
  }
}

/** Labels of participants, shown as they are: the service's own credentials are never allowed in them. */
const { mark: labelling, has: isLabel } = marked('a label of a participant')
/** Names of an id: those that would pass for another one are refused. */
const { mark: naming, has: isName } = marked('a name to go by')
const { mark: namingParticipant, has: isParticipant } = marked('a participant')
/** A text that a caller gives back or makes up, whatever it holds: a word for nothing in it leaves it out. */
const { mark: opaque, has: isOpaque } = marked('a text without words')
/** It narrows what a call does: a word for nothing is refused there, for left out it would let the call do more than was meant. */
const { mark: narrowing, has: isNarrowing } = marked('what narrows a call')
/** An empty text has a meaning of its own there, and is not left out. */
const { mark: clearing, has: clears } = marked('empty clears it')
export { isLabel, isName, isParticipant, isOpaque, isNarrowing, clears, opaque, narrowing }

export const optional = Type.Optional

export const described = (description?: string) => (description === undefined ? {} : { description })

export const id = (thing: Thing, description?: string) =>
  Type.String({ pattern: idPattern(thing), ...described(description) })

/** The thread a call is about, where the call may name it by its other name. */
export const threadId = () => id('thread', 'alias scope_id')

/** Participants' words: opaque from the door to the page. */
export const wordsOf = (minLength: number, maxLength: number, description?: string) =>
  Type.Unsafe<Untrusted>({
    type: 'string',
    ...present({ minLength: minLength > 0 ? minLength : undefined }),
    maxLength,
    ...described(description),
  })

const sizedWords = (size: Size, minLength: number, maxLength: number) => (description?: string) =>
  sized(size, wordsOf(minLength, maxLength, description))

export const title = sizedWords('title', 1, sizes.title)
export const postBody = sizedWords('post', 1, sizes.post)
/** `least` is 1 when the text must not be empty. */
export const padText = (description?: string, least = 0) => sized('pad', wordsOf(least, sizes.pad, description))
export const guide = (description?: string) => clearing(sizedWords('guide', 0, sizes.guide)(description))
export const displayName = () => naming(labelling(sizedWords('title', 1, sizes.name)()))
export const keyLabel = () => labelling(text(0, inputs.keyLabel))
export const note = (description?: string) => wordsOf(0, inputs.note, description)

export const choice = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...described(description) })

export const flag = (description?: string) => Type.Boolean(described(description))
export const text = (minLength: number, maxLength: number, description?: string) =>
  Type.String({ minLength, maxLength, ...described(description) })
export const integer = (minimum: number, description?: string, maximum?: number) =>
  Type.Integer(
    maximum === undefined ? { minimum, ...described(description) } : { minimum, maximum, ...described(description) },
  )
export const list = <T extends TSchema>(items: T, maxItems: number, description?: string) =>
  Type.Array(items, { maxItems, ...described(description) })
/** Posts that led to a task or thread: their first words are shown there to readers who may read them. */
export const fromPosts = () => list(id('post'), inputs.fromPosts, 'posts it comes of, wherever you read them')

export const hex8 = (description?: string) => Type.String({ pattern: hex8Pattern, ...described(description) })
export const hub = (description?: string) =>
  Type.String({ minLength: 1, maxLength: inputs.hub, ...described(description) })
/** A participant's handle or id; the whole line in which they were shown is accepted too. */
export const participant = (description?: string) =>
  namingParticipant(Type.String({ minLength: 1, maxLength: inputs.handleOrId, ...described(description) }))
export const cursor = (description?: string) =>
  opaque(Type.String({ maxLength: inputs.cursor, ...described(description) }))
/** seconds to hold, or true for the default */
export const wait = (description: string) =>
  Type.Union([Type.Integer({ minimum: 0, maximum: reads.wait.mostSeconds }), Type.Boolean()], { description })
