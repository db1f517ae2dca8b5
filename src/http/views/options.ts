import type { Context } from 'koa'
import { inputs } from '../../rules/limits.ts'

/** The options of the pages, as they stand in a query; what is not one of theirs, or not well formed, is left out. */
export interface Options {
  readonly format?: string
  readonly before?: number
  readonly since?: number
  readonly outline?: boolean
  readonly section?: string
  readonly type?: 'thread' | 'pad'
  readonly cursor?: string
  readonly lane?: string
  /** what to search for */
  readonly q?: string
}

const none: Options = {}

export function optionsOf(ctx: Context): Options {
  const { querystring } = ctx
  if (querystring === '') return none
  const query = new URLSearchParams(querystring)
  const text = (name: string): string | undefined => query.get(name)?.slice(0, inputs.cursor) || undefined
  const seq = (name: string): number | undefined => {
    const value = text(name)
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
  }
  const type = text('type')
  return given({
    format: text('format'),
    before: seq('before'),
    since: seq('since'),
    outline: text('outline') === '1' || undefined,
    section: text('section'),
    type: type === 'pad' || type === 'thread' ? type : undefined,
    cursor: text('cursor'),
    lane: text('lane'),
    q: text('q'),
  })
}

const given = (all: { readonly [Name in keyof Options]-?: Options[Name] | undefined }): Options =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
