import type { Context } from 'koa'
import { opening } from '../../../render/acts/form_options.ts'
import { inputs, reads } from '../../../rules/limits.ts'
import type { ThreadOptions } from '../../../render/marks/thread/lines.ts'
import { hubItemStatuses, hubItemTypes } from '../../../rules/closed_lists.ts'

type Given = { readonly query: URLSearchParams; readonly name: string }

const text = ({ query, name }: Given): string | undefined => query.get(name)?.slice(0, inputs.cursor) || undefined
const seq = (given: Given): number | undefined => {
  const value = text(given)
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
const fromOne = (given: Given): number | undefined => seq(given) || undefined
const has = ({ query, name }: Given): boolean | undefined => query.has(name) || undefined
const equals =
  (value: string) =>
  (given: Given): boolean | undefined =>
    text(given) === value || undefined
const oneOf =
  <const Value extends string>(...values: readonly Value[]) =>
  (given: Given): Value | undefined =>
    values.find((value) => value === text(given))
/** Keeps an empty value: `?undo` asks whose work. */
const upTo =
  (most: number) =>
  ({ query, name }: Given): string | undefined =>
    query.get(name)?.slice(0, most)

/** The options of pages in a query string, and how each is read. Unknown and malformed ones are ignored. */
const options = {
  format: text,
  before: seq,
  since: seq,
  outline: equals('1'),
  section: text,
  type: oneOf(...hubItemTypes),
  cursor: text,
  lane: text,
  /** the tab of a list: inbox or tasks */
  show: text,
  /** the search query */
  q: text,
  reply: text,
  quote: text,
  /** the post or section that is edited; empty for the whole pad */
  edit: upTo(inputs.cursor),
  task: text,
  report: text,
  fold: text,
  invite: has,
  members: has,
  /** of a hub's people: only those whose name begins so */
  named: (given: Given): string | undefined => upTo(reads.people.begins)(given)?.trim() || undefined,
  /** of a DM: the recipient; of a pad: the newer of two versions to compare */
  to: text,
  /** threads of a hub with this status */
  is: oneOf(...hubItemStatuses),
  /** subpages of a hub */
  invites: has,
  run: has,
  log: has,
  /** id or handle of the participant whose work is undone; empty when still to be chosen */
  undo: upTo(inputs.handleOrId),
  /** of /new: what to start, and where */
  what: oneOf('thread', 'pad', 'task', 'hub'),
  hub: text,
  /** of Settings: the agent that is shown whole, however many there are */
  agent: text,
  pad: text,
  thread: text,
  post: text,
  flag: equals('1'),
  source: (given: Given): string | undefined => upTo(inputs.source.most)(given) || undefined,
  /** of a pad: its history; the older of two versions to compare; an older version; the author of each block */
  history: has,
  from: fromOne,
  version: fromOne,
  who: has,
  /** do not mark what is new to the reader; in the address the option is called `changes` */
  hides: ({ query }: Given): boolean | undefined => equals('0')({ query, name: 'changes' }),
  /** of a pad: the suggestion, or the older version, that the form starts with */
  with: text,
} satisfies { readonly [Name in keyof ThreadOptions]-?: (given: Given) => ThreadOptions[Name] } & Readonly<
  Record<string, (given: Given) => unknown>
>

export type Options = {
  readonly [Name in keyof typeof options]?: Exclude<ReturnType<(typeof options)[Name]>, undefined>
}

/** Subpages with forms, so they need a session. */
const behind = ['invites', 'run', 'log', 'undo'] as const

export const needsSession = (options: Options): boolean =>
  [...opening, ...behind].some((name) => options[name] !== undefined)

const none: Options = {}

export function optionsOf(ctx: Context): Options {
  const { querystring } = ctx
  if (querystring === '') return none
  const query = new URLSearchParams(querystring)
  const given = Object.entries(options).map(([name, read]) => [name, read({ query, name })] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
