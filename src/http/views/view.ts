import type { Context } from 'koa'
import { type Reader, signedOut } from '../../reading/reader.ts'
import { readStamp, type Stamp } from '../../reading/stamp.ts'
import { send, sendMissing, setPageHeaders } from './answer.ts'
import { type Format, formatOf } from './format.ts'
import type { IpLimit } from '../ip_limits.ts'
import type { Found } from './found.ts'
import { type Options, optionsOf } from './options.ts'
import type { PageCache } from './page_cache.ts'
import type { ViewParts } from './parts.ts'
import { type Visitor, visitorOf } from './visitor.ts'

export interface Asked {
  readonly reader: Reader
  readonly signedIn: boolean
  readonly format: Format
  readonly options: Options
}

/** One page of the service: what names it, and how it is made for a reader. */
export interface View {
  /** names the thing; with format and options it is the cache's key. Undefined: no such thing can exist */
  readonly key: string | undefined
  /** what a stamp is asked of; missing: the page is made anew when it was not asked for a second */
  readonly of?: { readonly kind: 'hub' | 'thread' | 'pad'; readonly id: string }
  /** the options it has; others do not count */
  readonly takes: readonly (keyof Options)[]
  readonly load: (asked: Asked) => Promise<Found | undefined>
  /** shown to a key as to somebody signed out */
  readonly personalOnlyBySession?: boolean
  /** as it stands in the path */
  readonly format?: 'md'
  /** its requests are counted by this limit, whoever asks; others where nobody is signed in */
  readonly counts?: IpLimit
}

/** A request for a page, read once: the same line with the same Accept header asks for the same. */
export interface Wanted {
  readonly view: View
  readonly format: Format
  readonly options: Options
  /** of the signed-out form */
  readonly cacheKey: string | undefined
}

export function wantedOf(ctx: Context, view: View): Wanted {
  const options = optionsOf(ctx)
  const format = formatOf(ctx, view.format, options.format)
  return { view, format, options, cacheKey: keyOf(view, format, options) }
}

export type Show = (ctx: Context, wanted: Wanted) => Promise<void> | void

/** Who asks, what they may see, whether they have it already: the steps of every page. */
export function openShow(parts: ViewParts, cache: PageCache): Show {
  const everybody = signedOut(parts.config.publicThreads)

  function shownTo(visitor: Visitor, wanted: Wanted): Promise<Found | undefined> | Found | undefined {
    const { view, format, options, cacheKey } = wanted
    if (cacheKey === undefined) return undefined
    const asSignedOut = visitor.by === undefined || (visitor.by === 'key' && view.personalOnlyBySession === true)
    const reader = asSignedOut ? everybody : visitor.reader
    const asked: Asked = { reader, signedIn: visitor.by === 'session', format, options }
    if (!asSignedOut) return view.load(asked)
    const { of } = view
    return cache.get({
      key: cacheKey,
      load: () => view.load(asked),
      ...(of && { stamp: (): Promise<Stamp | undefined> => readStamp(parts.sql, reader, of.kind, of.id) }),
    })
  }

  function answer(ctx: Context, visitor: Visitor, { format }: Wanted, page: Found | undefined): void {
    if (page) send(ctx, page, visitor.by === undefined)
    else sendMissing(ctx, format)
  }

  async function whenKnown(ctx: Context, coming: Promise<Visitor>, wanted: Wanted): Promise<void> {
    const visitor = await coming
    answer(ctx, visitor, wanted, await shownTo(visitor, wanted))
  }

  return (ctx, wanted) => {
    setPageHeaders(ctx)
    const visitor = visitorOf(ctx, parts, wanted.view.counts)
    if (visitor instanceof Promise) return whenKnown(ctx, visitor, wanted)
    const page = shownTo(visitor, wanted)
    if (page instanceof Promise) return page.then((came) => answer(ctx, visitor, wanted, came))
    return answer(ctx, visitor, wanted, page)
  }
}

function keyOf({ key, takes }: View, format: Format, options: Options): string | undefined {
  if (key === undefined) return undefined
  let whole = `${key} ${format}`
  for (const name of takes) if (options[name] !== undefined) whole += ` ${name}=${String(options[name])}`
  return whole
}
