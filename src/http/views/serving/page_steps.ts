import type { Context } from 'koa'
import { doneWords, endedDoneCookie, saysDeleted } from '../../../identity/done_cookie.ts'
import { readMe } from '../../../reading/account/me.ts'
import { type Reader, signedOut, type Caller } from '../../../rules/caller.ts'
import { readStamp, type Stamp } from '../../../reading/stamp.ts'
import { readShown } from '../../../reading/watched.ts'
import { present, presentAs } from '../../../records/present.ts'
import { sendMissing } from './private_or_missing.ts'
import { setPageHeaders } from './page_headers.ts'
import { send } from './send_page.ts'
import { type Format, formatOf } from './format.ts'
import type { Answered, PageAsked, Refused } from '../../../render/page_arguments.ts'
import { accountDeleted } from '../../../render/words/account_deleted.ts'
import { missingPage } from '../../../render/pages/refused_page.ts'
import { readInHoldersTurn, type SearchedBy } from '../../../tools/call/in_turn.ts'
import { abortOnDisconnect } from '../../request/client_abort.ts'
import { type EncodedPage, ownPage } from './encoded_page.ts'
import { type Options, needsSession, optionsOf } from './options.ts'
import { pageAsked, type ServedPage, type ViewParts } from './served_page.ts'
import type { CachedView, PageCache } from './page_cache.ts'
import { signedIn, type Visitor, visitorOf } from './visitor.ts'

/** A parsed page request; cached by request line and Accept header. */
export interface ParsedRequest {
  readonly view: ServedPage
  readonly format: Format
  readonly options: Options
  /** cache key of the signed-out form */
  readonly cacheKey: string | undefined
  /** signed out it redirects to /signin, which returns here */
  readonly signedInOnly: boolean
}

export function parseRequest(ctx: Context, view: ServedPage): ParsedRequest {
  const options = optionsOf(ctx)
  const format = formatOf(ctx, view.format, options.format)
  const signedInOnly = view.signedInOnly === true || (format === 'html' && needsSession(options))
  return { view, format, options, cacheKey: keyOf(view, format, options), signedInOnly }
}

/** The outcome of an act, for the page it was made on. */
export interface ActOutcome {
  readonly status: number
  readonly refused?: Refused
  readonly answered?: Answered
}

export interface Show {
  (ctx: Context, wanted: ParsedRequest): Promise<void> | void
  /** Shows the page of a form again to its sender, with the refusal or with what is shown only once. */
  readonly again: (ctx: Context, wanted: ParsedRequest, caller: Caller, told: ActOutcome) => Promise<void>
}

/** Returns the steps of every page: who asks, what they may see, and whether they have it already. */
export function openShow(parts: ViewParts, cache: PageCache): Show {
  const everybody = signedOut(parts.config.publicThreads)

  function shownTo(
    ctx: Context,
    visitor: Visitor,
    wanted: ParsedRequest,
  ): Promise<EncodedPage | undefined> | EncodedPage | undefined {
    const { res } = ctx
    const { personalOnlyBySession } = wanted.view
    const asSignedOut = visitor.by === undefined || (visitor.by === 'key' && personalOnlyBySession === true)
    if (!asSignedOut) {
      const done = wanted.format === 'html' && visitor.by === 'session' ? takeDone(ctx, parts) : undefined
      return personal(parts, visitor, wanted, present({ gone: abortOnDisconnect(res), done }))
    }
    const view = cachedView(parts, everybody, visitor.from, wanted, () => abortOnDisconnect(res))
    return view && cache.get(view)
  }

  async function whenKnown(ctx: Context, coming: Promise<Visitor>, wanted: ParsedRequest): Promise<void> {
    const visitor = await coming
    if (wanted.signedInOnly && visitor.by !== 'session') return signInFirst(ctx)
    // on the home page only: any client can send this cookie, and a request with it is not answered from the cache
    if (visitor.by === undefined && ctx.path === '/' && wanted.format === 'html' && saysDeleted(ctx.req.headers.cookie))
      return afterDeletion(ctx, visitor, wanted)
    await answer(ctx, visitor, wanted, await shownTo(ctx, visitor, wanted))
  }

  /** The first page after an account was deleted says so, to that browser only. */
  async function afterDeletion(ctx: Context, visitor: Visitor, wanted: ParsedRequest): Promise<void> {
    ctx.append('Set-Cookie', endedDoneCookie(parts.config))
    const page = await personal(parts, visitor, wanted, { gone: abortOnDisconnect(ctx.res), done: accountDeleted })
    if (!page) return sendMissing(ctx, 'html')
    await send(ctx, page, false, page.status)
  }

  const show = (ctx: Context, wanted: ParsedRequest): Promise<void> | void => {
    setPageHeaders(ctx)
    const visitor = visitorOf(ctx, parts, wanted.view.counts)
    if (visitor instanceof Promise) return whenKnown(ctx, visitor, wanted)
    if (wanted.signedInOnly) return signInFirst(ctx)
    const page = shownTo(ctx, visitor, wanted)
    if (page instanceof Promise) return page.then((came) => answer(ctx, visitor, wanted, came))
    return answer(ctx, visitor, wanted, page)
  }

  async function again(ctx: Context, wanted: ParsedRequest, caller: Caller, told: ActOutcome): Promise<void> {
    setPageHeaders(ctx)
    const visitor = signedIn(caller, ctx.get('Cookie'), parts.config.publicThreads)
    const page = await personal(parts, visitor, wanted, { told })
    if (!page) return sendMissing(ctx, 'html')
    await send(ctx, shownOnce(page), false, page.status ?? told.status)
  }

  return Object.assign(show, { again })
}

/** Without an ETag: the next visit must get the page anew, not a 304. */
function shownOnce({ etag: _, ...page }: EncodedPage): EncodedPage {
  return page
}

/** Returns what the previous act did, and ends its cookie. */
function takeDone(ctx: Context, { config }: ViewParts): string | undefined {
  const words = doneWords(ctx.req.headers.cookie)
  if (words !== undefined) ctx.append('Set-Cookie', endedDoneCookie(config))
  return words
}

/** Renders a page for one person, uncached. */
async function personal(
  parts: ViewParts,
  { reader, caller, from, opened }: Visitor,
  { view, format, options, cacheKey }: ParsedRequest,
  { told, gone, done }: { readonly told?: ActOutcome; readonly gone?: AbortSignal; readonly done?: string },
): Promise<EncodedPage | undefined> {
  const { sql } = parts
  // the outcome of an act has to be shown even under load
  if (!told) refuseBehind(parts)
  const [me, watch] = await Promise.all([
    caller && !(view.readsMe && format === 'html') && readMe(sql, caller, reader),
    caller && view.of && format === 'html' ? readShown(sql, reader, view.of) : undefined,
  ])
  const asked: PageAsked = { ...pageAsked(parts), ...present({ me: me || undefined, watch, done }), ...told }
  const asking = { reader, asked, format, options }
  const loads = () => view.load(present({ ...asking, caller, from, opened, gone }))
  const inTurn = () => (told ? loads() : readInHoldersTurn(parts, reader.seats_of, loads, gone))
  const page = cacheKey === undefined ? undefined : await inTurn()
  if (page && done !== undefined) return shownOnce(page)
  if (page || !caller || format === 'md') return page
  const nothing = (await view.missing?.({ ...asking, caller })) ?? missingPage(asked)
  return { ...ownPage(nothing), status: 404 }
}

/** The signed-out form of a page; undefined when there is no such page. */
function cachedView(
  parts: ViewParts,
  reader: Reader,
  from: SearchedBy | undefined,
  { view: { of, load }, format, options, cacheKey }: ParsedRequest,
  gone: () => AbortSignal,
): CachedView | undefined {
  if (cacheKey === undefined) return undefined
  return presentAs({
    key: cacheKey,
    gone,
    load: (gone) => {
      refuseBehind(parts)
      return load(present({ reader, asked: pageAsked(parts), format, options, from, gone }))
    },
    stamp: of ? (): Promise<Stamp | undefined> => readStamp(parts.sql, reader, of.kind, of.id) : undefined,
  })
}

function refuseBehind({ behind }: ViewParts): void {
  const refusal = behind.refusal('read')
  if (refusal) throw refusal
}

function answer(
  ctx: Context,
  visitor: Visitor,
  { format }: ParsedRequest,
  page: EncodedPage | undefined,
): Promise<void> | void {
  if (page) return send(ctx, page, visitor.by === undefined, page.status)
  sendMissing(ctx, format)
}

/** Redirects to sign-in, which returns to this address and query. */
export const signInFirst = (ctx: Context): void => {
  ctx.redirect(`/signin?next=${encodeURIComponent(ctx.url)}`)
}

function keyOf({ key, takes }: ServedPage, format: Format, options: Options): string | undefined {
  if (key === undefined) return undefined
  let whole = `${key} ${format}`
  for (const name of takes) if (options[name] !== undefined) whole += ` ${name}=${String(options[name])}`
  return whole
}
