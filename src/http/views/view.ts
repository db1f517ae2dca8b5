import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { readMe } from '../../reading/me.ts'
import { type Reader, signedOut } from '../../reading/reader.ts'
import { readStamp, type Stamp, type Stamped } from '../../reading/stamp.ts'
import { readShown } from '../../reading/watched.ts'
import { present } from '../../records/present.ts'
import { send, sendMissing, setPageHeaders } from './answer.ts'
import { type Format, formatOf } from './format.ts'
import type { Answered, PageAsked, Refused } from '../../render/asked.ts'
import type { Html } from '../../render/html.ts'
import { nothingHere } from '../../render/pages/nothing.ts'
import type { Caller } from '../../rules/caller.ts'
import { assets } from '../assets.ts'
import type { IpLimit } from '../ip_limits.ts'
import { type Found, found } from './found.ts'
import { type Options, needsSession, optionsOf } from './options.ts'
import type { PageCache } from './page_cache.ts'
import type { ViewParts } from './parts.ts'
import { signedIn, type Visitor, visitorOf } from './visitor.ts'

export interface Asked {
  readonly reader: Reader
  /** whoever is signed in with this browser */
  readonly caller?: Caller
  /** whom a search without a session is counted as */
  readonly from?: string
  /** links that were opened in this browser before they signed in */
  readonly opened?: readonly string[]
  /** what its template is told */
  readonly asked: PageAsked
  readonly format: Format
  readonly options: Options
}

/** One page of the service: what names it, and how it is made for a reader. */
export interface View {
  /** names the thing; with format and options it is the cache's key. Undefined: no such thing can exist */
  readonly key: string | undefined
  /** what a stamp is asked of; missing: the page is made anew when it was not asked for a second */
  readonly of?: { readonly kind: Stamped; readonly id: string }
  /** the options it has; others do not count */
  readonly takes: readonly (keyof Options)[]
  readonly load: (asked: Asked) => Promise<Found | undefined>
  /** to somebody signed in who finds nothing: a page of its own instead of the common one */
  readonly missing?: (asked: Asked & { readonly caller: Caller }) => Promise<Html>
  /** to somebody signed in it says what its bar says too, and reads that with the rest */
  readonly readsMe?: boolean
  /** shown to a key as to somebody signed out */
  readonly personalOnlyBySession?: boolean
  /** as it stands in the path */
  readonly format?: 'md'
  /** a page of the web app: signed out it leads to /signin and comes back */
  readonly signedInOnly?: boolean
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
  /** signed out it leads to /signin and comes back */
  readonly signedInOnly: boolean
}

export function wantedOf(ctx: Context, view: View): Wanted {
  const options = optionsOf(ctx)
  const format = formatOf(ctx, view.format, options.format)
  const signedInOnly = view.signedInOnly === true || (format === 'html' && needsSession(options))
  return { view, format, options, cacheKey: keyOf(view, format, options), signedInOnly }
}

/** What an act said, for the page that it was made on. */
export interface Told {
  readonly status: number
  readonly refused?: Refused
  readonly answered?: Answered
}

export interface Show {
  (ctx: Context, wanted: Wanted): Promise<void> | void
  /** The page of a form again, for whoever sent it: with what was refused, or with what is shown once. */
  readonly again: (ctx: Context, wanted: Wanted, caller: Caller, told: Told) => Promise<void>
}

/** Who asks, what they may see, whether they have it already: the steps of every page. */
export function openShow(parts: ViewParts, cache: PageCache): Show {
  const everybody = signedOut(parts.config.publicThreads)

  const frameOf = (): PageAsked => ({
    assets,
    origin: parts.config.baseUrl,
    now: parts.clock.now(),
    key: randomUUID,
  })

  function refuseBehind(): void {
    const refusal = parts.behind.refusal('read')
    if (refusal) throw refusal
  }

  /** A page for one person, made anew each time. */
  async function personal(
    { reader, caller, opened }: Visitor,
    { view, format, options, cacheKey }: Wanted,
    told?: Told,
  ): Promise<Found | undefined> {
    const { sql, config } = parts
    // what an act said has to be shown
    if (!told) refuseBehind()
    const [me, watch] = await Promise.all([
      caller && !(view.readsMe && format === 'html') && readMe(sql, caller, config.publicThreads),
      caller && view.of && format === 'html' ? readShown(sql, reader, view.of) : undefined,
    ])
    const asked: PageAsked = { ...frameOf(), ...present({ me: me || undefined, watch }), ...told }
    const asking = { reader, asked, format, options }
    const page = cacheKey === undefined ? undefined : await view.load(present({ ...asking, caller, opened }))
    if (page || !caller || format === 'md') return page
    const nothing = (await view.missing?.({ ...asking, caller })) ?? nothingHere(asked)
    return { ...found({ type: 'text/html', text: nothing, indexable: false, etag: 'none' }), status: 404 as const }
  }

  function shownTo(visitor: Visitor, wanted: Wanted): Promise<Found | undefined> | Found | undefined {
    const { view, format, options, cacheKey } = wanted
    const asSignedOut = visitor.by === undefined || (visitor.by === 'key' && view.personalOnlyBySession === true)
    const reader = asSignedOut ? everybody : visitor.reader
    if (!asSignedOut) return personal(visitor, wanted)
    if (cacheKey === undefined) return undefined
    const { of } = view
    return cache.get({
      key: cacheKey,
      load: () => {
        refuseBehind()
        const { from } = visitor
        return view.load(present({ reader, asked: frameOf(), format, options, from }))
      },
      ...present({
        stamp: of ? (): Promise<Stamp | undefined> => readStamp(parts.sql, reader, of.kind, of.id) : undefined,
      }),
    })
  }

  function answer(ctx: Context, visitor: Visitor, { format }: Wanted, page: Found | undefined): Promise<void> | void {
    if (page) return send(ctx, page, visitor.by === undefined, page.status)
    sendMissing(ctx, format)
  }

  async function whenKnown(ctx: Context, coming: Promise<Visitor>, wanted: Wanted): Promise<void> {
    const visitor = await coming
    if (wanted.signedInOnly && visitor.by !== 'session') return signInFirst(ctx)
    await answer(ctx, visitor, wanted, await shownTo(visitor, wanted))
  }

  const show = (ctx: Context, wanted: Wanted): Promise<void> | void => {
    setPageHeaders(ctx)
    const visitor = visitorOf(ctx, parts, wanted.view.counts)
    if (visitor instanceof Promise) return whenKnown(ctx, visitor, wanted)
    if (wanted.signedInOnly) return signInFirst(ctx)
    const page = shownTo(visitor, wanted)
    if (page instanceof Promise) return page.then((came) => answer(ctx, visitor, wanted, came))
    return answer(ctx, visitor, wanted, page)
  }

  async function again(ctx: Context, wanted: Wanted, caller: Caller, told: Told): Promise<void> {
    setPageHeaders(ctx)
    const visitor = signedIn(caller, ctx.get('Cookie'), parts.config.publicThreads)
    const page = await personal(visitor, wanted, told)
    if (!page) return sendMissing(ctx, 'html')
    const { etag: _, ...anew } = page
    await send(ctx, anew, false, anew.status ?? told.status)
  }

  return Object.assign(show, { again })
}

/** Signs in and comes back, with the query. */
export const signInFirst = (ctx: Context): void => {
  ctx.redirect(`/signin?next=${encodeURIComponent(ctx.url)}`)
}

function keyOf({ key, takes }: View, format: Format, options: Options): string | undefined {
  if (key === undefined) return undefined
  let whole = `${key} ${format}`
  for (const name of takes) if (options[name] !== undefined) whole += ` ${name}=${String(options[name])}`
  return whole
}
