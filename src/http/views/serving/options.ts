import type { Context } from 'koa'
import { opening } from '../../../render/acts/form_options.ts'
import { inputs } from '../../../rules/limits.ts'
import type { ThreadOptions } from '../../../render/marks/thread/lines.ts'

/** The options of pages in a query string. Unknown and malformed ones are ignored. */
export interface Options extends ThreadOptions {
  readonly format?: string
  readonly outline?: boolean
  readonly section?: string
  readonly type?: 'thread' | 'pad'
  readonly cursor?: string
  readonly lane?: string
  /** the tab of a list: inbox or tasks */
  readonly show?: string
  /** the search query */
  readonly q?: string
  /** the post or section that is edited; empty for the whole pad */
  readonly edit?: string
  /** of a DM: the recipient; of a pad: the newer of two versions to compare */
  readonly to?: string
  /** threads of a hub with this status */
  readonly is?: 'open' | 'answered' | 'folded' | 'disputed' | 'settled'
  /** subpages of a hub */
  readonly invites?: boolean
  readonly run?: boolean
  readonly log?: boolean
  /** id or handle of the participant whose work is undone; empty when still to be chosen */
  readonly undo?: string
  /** of /new: what to start, and where */
  readonly what?: 'thread' | 'pad' | 'task' | 'hub'
  readonly hub?: string
  readonly pad?: string
  readonly thread?: string
  readonly post?: string
  readonly flag?: boolean
  readonly source?: string
  /** of a pad: its history; the older of two versions to compare; an older version; the author of each block */
  readonly history?: boolean
  readonly from?: number
  readonly version?: number
  readonly who?: boolean
  /** do not mark what is new to the reader */
  readonly hides?: boolean
  /** a suggestion that the form starts with */
  readonly with?: string
}

/** Subpages with forms, so they need a session. */
const behind = ['invites', 'run', 'log', 'undo'] as const

export const needsSession = (options: Options): boolean =>
  [...opening, ...behind].some((name) => options[name] !== undefined)

const none: Options = {}

const readingOf = (query: URLSearchParams) => {
  const text = (name: string): string | undefined => query.get(name)?.slice(0, inputs.cursor) || undefined
  const seq = (name: string): number | undefined => {
    const value = text(name)
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
  }
  /** keeps an empty value: `?undo` asks whose work */
  const named = (name: string): string | undefined => query.get(name)?.slice(0, inputs.handleOrId)
  const has = (name: string): boolean | undefined => query.has(name) || undefined
  return { text, seq, named, has }
}

export function optionsOf(ctx: Context): Options {
  const { querystring } = ctx
  if (querystring === '') return none
  const query = new URLSearchParams(querystring)
  const { text, seq, named, has } = readingOf(query)
  const type = text('type')
  const is = text('is')
  const what = text('what')
  return onlyGiven({
    format: text('format'),
    before: seq('before'),
    since: seq('since'),
    outline: text('outline') === '1' || undefined,
    section: text('section'),
    type: type === 'pad' || type === 'thread' ? type : undefined,
    cursor: text('cursor'),
    lane: text('lane'),
    show: text('show'),
    q: text('q'),
    reply: text('reply'),
    quote: text('quote'),
    edit: query.get('edit')?.slice(0, inputs.cursor),
    task: text('task'),
    report: text('report'),
    fold: text('fold'),
    invite: has('invite'),
    members: has('members'),
    to: text('to'),
    is: states.find((one) => one === is),
    invites: has('invites'),
    run: has('run'),
    log: has('log'),
    undo: named('undo'),
    what: things.find((one) => one === what),
    hub: text('hub'),
    pad: text('pad'),
    thread: text('thread'),
    post: text('post'),
    flag: text('flag') === '1' || undefined,
    source: query.get('source')?.slice(0, inputs.source.most) || undefined,
    history: has('history'),
    from: seq('from') || undefined,
    version: seq('version') || undefined,
    who: has('who'),
    hides: text('changes') === '0' || undefined,
    with: text('with'),
  })
}

const states = ['open', 'answered', 'folded', 'disputed', 'settled'] as const
const things = ['thread', 'pad', 'task', 'hub'] as const

const onlyGiven = (all: { readonly [Name in keyof Options]-?: Options[Name] | undefined }): Options =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
