import { createHash } from 'node:crypto'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TObject } from 'typebox'
import { presentAs } from '../../records/present.ts'
import { invalid, type Refusal, wrongArgument } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { firstCharacters } from '../../text/characters.ts'
import { isReservedName } from '../../text/names/names.ts'
import { isBlank } from '../../text/invisible.ts'
import { ownCredentialsIn } from '../../text/unwanted/secrets.ts'
import { type Issue, wellFormed } from '../../text/well_formed.ts'
import { namesOlder, withCurrentNames } from '../call/meant/argument_aliases.ts'
import { coerceFields } from './coerce.ts'
import { type Fields, isFields } from './sent_fields.ts'
import { inputSchema } from '../listing/schemas.ts'
import { type Sender, type Common, isCommon } from './in_any_call.ts'
import { withoutLinks } from './named_by_link.ts'
import type { Shapes } from './same_value.ts'
import { isLabel, isName } from './fields.ts'
import { secretRefused } from '../call/refused/secret_refusal.ts'
import { withoutUnknown } from './unknown_fields.ts'
import type { AnyTool } from '../tool.ts'
import { schemaRefusal, otherThan, isSize, most, sizeRefusal, shapeRefusal } from '../call/refused/schema_refusal.ts'

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  verbose: true,
  allowUnionTypes: true,
  formats: { 'date-time': true },
})

interface Checked {
  readonly schema: TObject
  readonly validate: ValidateFunction
}

/** Compiled on first use and kept: 30 tools times two senders. */
const compiled: Readonly<Record<Sender, WeakMap<AnyTool, Checked>>> = { agent: new WeakMap(), host: new WeakMap() }

function checkedBy(tool: AnyTool, sender: Sender): Checked {
  const known = compiled[sender].get(tool)
  if (known) return known
  const schema = inputSchema(tool, sender)
  const checked = { schema, validate: ajv.compile(schema) }
  compiled[sender].set(tool, checked)
  return checked
}

export interface Input {
  /** the tool's own arguments */
  readonly fields: Record<string, any>
  /** those every tool of its kind takes */
  readonly common: Common
  /** names of the first arguments the tool does not take */
  readonly ignored: readonly string[]
  /** an older name of an argument was used */
  readonly older: boolean
  /** present when the only faults are texts past sizes that the specification names; `fields` hold them cut to size */
  readonly oversize?: { readonly refusal: Refusal; readonly whole: Record<string, any> }
}

/** Like readInput, but also throws too_large: for requests that have no later checks. */
export function checkInput(tool: AnyTool, sender: Sender, sent: unknown): Input {
  const input = readInput(tool, sender, sent)
  if (input.oversize) throw input.oversize.refusal
  return input
}

/**
 * Renames older arguments, converts values the way hosts send them, checks shapes, and lists unknown arguments. Throws
 * invalid/schema. Sizes that the specification names rank after every other refusal of a call, so they are only noted.
 */
export function readInput(tool: AnyTool, sender: Sender, sent: unknown): Input {
  const { schema, validate } = checkedBy(tool, sender)
  const takes = (name: string): boolean => Object.hasOwn(schema.properties, name)
  if (!isFields(sent)) throw wrongArgument('', 'not an object', 'The arguments must be one JSON object.')
  const current = withCurrentNames(sent, schema.properties as Shapes)
  const named = tool.meant?.(current) ?? current
  const issues = wellFormed(named)
  if (issues.length > 0) throw schemaRefusal(tool, issues)
  const read = coerceFields(schema as never, named)
  // JSON that was sent as text may have held more text
  const within = wellFormed(read)
  if (within.length > 0) throw schemaRefusal(tool, within)
  const { known, unknown: ignored } = withoutUnknown(schema as never, withoutLinks(schema as never, read))
  const fields = known as Record<string, any>
  const errors = validate(fields) ? [] : (validate.errors ?? [])
  const [tooLong] = errors
  if (tooLong && !errors.every(isSize)) throw shapeRefusal(tool, errors, ignored)
  checkValues(tool, schema.properties, fields)
  const [common, own] = [{} as Record<string, unknown>, {} as Record<string, unknown>]
  for (const [name, value] of Object.entries(fields)) (isCommon(name) ? common : own)[name] = value
  return presentAs({
    fields: tooLong ? fitting(own, errors) : own,
    oversize: tooLong ? { refusal: sizeRefusal(tooLong), whole: own } : undefined,
    common: common as Common,
    ignored: ignored.slice(0, inputs.ignoredNamed).map(cut),
    older: namesOlder(sent, takes),
  })
}

/** What no schema says: ids of other kinds, numbers too great, blank texts, own secrets, names that mislead. */
function checkValues(tool: AnyTool, properties: Fields, fields: Fields): void {
  const elsewhere = otherThan('hub', fields['hub'])
  if (elsewhere) throw schemaRefusal(tool, [elsewhere])
  const great = tooGreat(fields)
  if (great.length > 0) throw schemaRefusal(tool, great)
  const texts = Object.entries(fields).flatMap(([field, text]) =>
    typeof text === 'string' ? [{ field, text, schema: properties[field] }] : [],
  )
  const blank = texts.filter(({ text, schema }) => isNeeded(schema) && isBlank(text))
  if (blank.length > 0) {
    const message = 'holds nothing that anybody could see'
    throw schemaRefusal(
      tool,
      blank.map(({ field: path }) => ({ path, message })),
    )
  }
  const shared = ownCredentialsIn(texts.filter(({ schema }) => isLabel(schema)))
  if (shared.length > 0) throw secretRefused(shared)
  if (texts.some(({ text, schema }) => isName(schema) && isReservedName(text))) {
    throw invalid('name_reserved', 'That name would pass for the service, or for a company. Pick another.')
  }
}

function tooGreat(value: unknown, path = ''): Issue[] {
  if (typeof value === 'number')
    return value <= inputs.number ? [] : [{ path, message: `must be at most ${inputs.number}` }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => tooGreat(field, path === '' ? name : `${path}.${name}`))
}

/** Whether a text has to show something: a title of blanks is no title. */
const isNeeded = (property: unknown): boolean => ((property as { minLength?: number }).minLength ?? 0) > 0

const cut = (name: string): string => firstCharacters(name, inputs.ignoredName)

/**
 * Cuts texts that are too long: the call goes on only to be refused, and half a megabyte would be wasted work. Each ends
 * with a digest of the whole: its beginning alone may be what stands there already, which would be refused first.
 */
function fitting(fields: Record<string, unknown>, errors: readonly ErrorObject[]): Record<string, unknown> {
  const cut = structuredClone(fields)
  for (const error of errors) {
    const path = error.instancePath.slice(1).split('/')
    const name = path.pop() as string
    const holder = path.reduce<any>((within, step) => within[step], cut)
    const digest = createHash('sha256').update(holder[name]).digest('hex')
    holder[name] = `${firstCharacters(holder[name], most(error) - digest.length)}${digest}`
  }
  return cut
}
