import type { ErrorObject } from 'ajv/dist/2020.js'
import type { TObject } from 'typebox'
import { invalid, Refusal, tooLarge } from '../../../rules/errors.ts'
import { hex8Pattern, prefixes } from '../../../rules/ids.ts'
import { inputs } from '../../../rules/limits.ts'
import { characters } from '../../../text/characters.ts'
import { otherKind, prefixIn, whereListed } from '../../input/named_by_link.ts'
import { sizeNamedBy } from '../../input/fields.ts'
import type { AnyTool } from '../../tool.ts'
import type { Issue } from '../../../text/well_formed.ts'

/** A schema failure reads as an input validation message, on every door. */
export function schemaRefusal(tool: AnyTool, issues: readonly Issue[], ignored: readonly string[] = []): Refusal {
  const named = issues.slice(0, 3).map(({ path, message }) => (path ? `${path} ${message}` : message))
  return invalid(
    'schema',
    `Input validation: ${tool.name} cannot take this: ${named.join('; ')}.${notTaken(tool, ignored)} Correct it and send it again.`,
    {
      issues,
    },
  )
}

/** A refusal of the tool itself, which knows nothing of arguments under names that it does not take. */
export function namingIgnored(error: unknown, tool: AnyTool, ignored: readonly string[]): unknown {
  if (!(error instanceof Refusal) || error.code !== 'invalid' || ignored.length === 0) return error
  return error.with({ message: `${error.message}${notTaken(tool, ignored)}` })
}

/** What was sent instead, and what is taken there: at the top, or inside the object that held the first of them. */
function notTaken(tool: AnyTool, ignored: readonly string[]): string {
  // only well-formed names: anything else is text of the client
  const unknown = ignored.filter((name) => /^[\w.]{1,40}$/.test(name)).slice(0, 3)
  const [first] = unknown
  if (first === undefined) return ''
  const path = first.split('.').slice(0, -1)
  const within = path.reduce<Holder | undefined>(
    (holder, name) => holder?.properties?.[name] ?? holder?.items?.properties?.[name],
    { properties: tool.input as Readonly<Record<string, Holder>> },
  )
  const fields = Object.keys(within?.properties ?? within?.items?.properties ?? tool.input)
  return ` It takes no ${unknown.join(', ')}, but ${fields.map((name) => [...path, name].join('.')).join(', ')}.`
}

interface Holder {
  readonly properties?: Readonly<Record<string, Holder>>
  readonly items?: Holder
}

/** Finds an id of another kind sent as hub: a slug is allowed there too, so no pattern can refuse it. */
export function otherThan(path: string, value: unknown): Issue | undefined {
  const other = typeof value === 'string' && !value.startsWith(prefixes.hub) ? otherKind(value) : undefined
  return other === undefined ? undefined : { path, message: `must be a slug or an id that starts with hub_: ${other}` }
}

const sizeOf = ({ keyword, parentSchema }: ErrorObject) =>
  keyword === 'maxLength' && parentSchema ? sizeNamedBy(parentSchema) : undefined

export const isSize = (error: ErrorObject): boolean => sizeOf(error) !== undefined

export const most = ({ params }: ErrorObject): number => Number(params['limit'])

export function sizeRefusal(error: ErrorObject): Refusal {
  const [field, limit, size] = [dotted(error.instancePath), most(error), characters(String(error.data))]
  return tooLarge(
    sizeOf(error) ?? 'body',
    `${field} holds ${size} characters; at most ${limit} fit. Shorten it and send it again.`,
    { field, limit, size },
  )
}

export const shapeRefusal = (tool: AnyTool, errors: readonly ErrorObject[], ignored: readonly string[]): Refusal =>
  schemaRefusal(
    tool,
    errors
      .filter((error) => !isOneOfSeveral(error, errors))
      .slice(0, inputs.issuesNamed)
      .map((error) => ({ path: pathOf(error), message: issueText(error) })),
    ignored,
  )

/** Errors of the single branches of an anyOf say nothing useful. */
const isOneOfSeveral = ({ instancePath, keyword }: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  keyword !== 'anyOf' && errors.some((other) => other.keyword === 'anyOf' && other.instancePath === instancePath)

/** Where a caller finds the values that cannot be guessed, by field. */
const whereShown: Readonly<Record<string, string>> = {
  block: ': open_pad with blocks true shows it',
  rev: ': it stands beside the block',
  after: ': a block or section id, start or end',
}

interface Choosable {
  readonly enum?: readonly string[]
  readonly pattern?: string
}

const neededFor = (name: string, holder: unknown): string => {
  const field = (holder as { readonly properties?: Readonly<Record<string, Choosable>> }).properties?.[name]
  const prefix = prefixIn(field?.pattern ?? '')
  if (field?.enum) return `: one of ${field.enum.join(', ')}`
  return whereShown[name] ?? (prefix === undefined ? '' : whereListed(prefix))
}

interface Bounded {
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Bounded[]
}

const dotted = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

const pathOf = ({ instancePath, keyword, params }: ErrorObject): string =>
  keyword === 'required'
    ? [dotted(instancePath), String(params['missingProperty'])].filter(Boolean).join('.')
    : dotted(instancePath)

/** What is wrong, by the rule of the schema that failed. Where it says nothing, the validator's own words do. */
const issueBy: Readonly<Record<string, (error: ErrorObject) => string | undefined>> = {
  required: ({ params, parentSchema }) => {
    return `is required${neededFor(String(params['missingProperty']), parentSchema)}`
  },
  enum: ({ params }) => `must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
  minLength: ({ params }) =>
    params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`,
  maxLength: ({ params }) => `must have at most ${params['limit']} characters`,
  minItems: ({ params }) => `must have at least ${params['limit']} items`,
  maxItems: ({ params }) => `must have at most ${params['limit']} items`,
  pattern: ({ params, data }) => patternIssue(String(params['pattern']), data),
  minimum: rangeIssue,
  maximum: rangeIssue,
  anyOf: secondsIssue,
  type: typeIssue,
}

function issueText(error: ErrorObject): string {
  const issue = issueBy[error.keyword]?.(error) ?? error.message ?? 'does not fit'
  return error.keyword !== 'required' && isPlaceInPad.test(error.instancePath) ? issue + whereShown['after'] : issue
}

/** The other `after`s are cursors. */
const isPlaceInPad = /^\/inserts\/\d+\/after$/

function patternIssue(pattern: string, data: unknown): string | undefined {
  if (pattern === hex8Pattern)
    return 'must be 8 digits of 0-9 and a-f: open_pad with blocks true shows them, with outline true those of sections alone'
  const prefix = prefixIn(pattern)
  if (prefix === undefined) return undefined
  const other = typeof data === 'string' ? otherKind(data) : undefined
  return `must be an id that starts with ${prefix}${other === undefined ? whereListed(prefix) : `: ${other}`}`
}

function rangeIssue({ parentSchema }: ErrorObject): string | undefined {
  const { minimum, maximum } = (parentSchema ?? {}) as Bounded
  if (minimum === undefined) return undefined
  return maximum === undefined ? `must be at least ${minimum}` : `must be ${minimum} to ${maximum}`
}

/** The one choice of shapes in the inputs: seconds to wait, or true for the longest wait. */
function secondsIssue({ parentSchema }: ErrorObject): string | undefined {
  const { anyOf = [] } = (parentSchema ?? {}) as Bounded
  const seconds = anyOf.find(({ maximum }) => maximum !== undefined)
  return seconds && `must be ${seconds.minimum ?? 0} to ${seconds.maximum}, or true`
}

const types: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a text',
  array: 'a list',
  object: 'an object',
}

function typeIssue({ params, parentSchema, data }: ErrorObject): string | undefined {
  const { minimum, maximum, pattern, ...more } = (parentSchema ?? {}) as Bounded & Choosable & Partial<TObject>
  // a number where an id is wanted: that it is no text is not what helps
  const id = pattern === undefined ? undefined : patternIssue(pattern, data)
  if (id !== undefined) return id
  const type = types[String(params['type'])]
  if (type === undefined) return undefined
  const fields = Object.keys(more.properties ?? {})
  const of = fields.length > 0 ? ` of ${fields.join(', ')}` : ''
  return `must be ${type}${of}${minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`}`
}
