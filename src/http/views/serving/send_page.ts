import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { cacheSeconds } from '../../../rules/limits.ts'
import { withCacheControl } from '../../before_koa.ts'
import { encodingFor, setEncoding } from '../../answer/content_encoding.ts'
import type { EncodedPage } from './encoded_page.ts'
import { letRobotsIn, withRobotsIn } from '../../answer/x_robots_tag.ts'
import { contentTypes } from './content_types.ts'
import { isNotModified } from './not_modified.ts'

const shared = `public, max-age=${cacheSeconds.page}`
const cdn = `public, s-maxage=${cacheSeconds.page}, stale-while-revalidate=${cacheSeconds.pageStale}`

const pageHeaders = ['Vary', 'Accept, Cookie, Authorization', 'Access-Control-Allow-Origin', '*'] as const

/** Sets the headers of every answer of a page, 404 included: what it varies by, and that any origin may read it. */
export function setPageHeaders(ctx: Context): void {
  const { res } = ctx
  for (let at = 0; at < pageHeaders.length; at += 2)
    res.setHeader(pageHeaders[at] as string, pageHeaders[at + 1] as string)
}

/** Sends a page the visitor may see; 304 without a body when the client has it. Private pages are not cached. */
export function send(ctx: Context, found: EncodedPage, signedOut: boolean, status = 200): Promise<void> | void {
  const { res } = ctx
  if (signedOut) {
    res.setHeader('Cache-Control', shared)
    if (ctx.req.headers.cookie === undefined) res.setHeader('CDN-Cache-Control', cdn)
    if (found.indexable) letRobotsIn(ctx)
  }
  if (found.etag !== undefined) {
    res.setHeader('ETag', found.etag)
    if (isNotModified(ctx.req, found.etag)) {
      ctx.status = 304
      return
    }
  }
  res.setHeader('Content-Type', contentTypes[found.type])
  ctx.status = status
  const encoding = found.type === 'text/html' ? encodingFor(ctx, found.body.length) : undefined
  if (found.type === 'text/html') setEncoding(ctx, encoding)
  if (!encoding) ctx.body = found.body
  else
    return found.encoded(encoding).then((body) => {
      ctx.body = body
    })
}

/** The same for a page in Markdown or plain text that is sent before Koa, to a visitor without a cookie. */
export function sendDirect(
  req: IncomingMessage,
  res: ServerResponse,
  found: EncodedPage,
  fixed: readonly string[],
  canonical: boolean,
): void {
  const { whole, unchanged } = headersOf(found, fixed, canonical)
  if (found.etag !== undefined && isNotModified(req, found.etag)) {
    res.writeHead(304, unchanged)
    res.end()
    return
  }
  res.writeHead(found.status ?? 200, whole)
  res.end(found.body)
}

interface PageHeaders {
  readonly whole: string[]
  readonly unchanged: string[]
}

const made = { canonical: new WeakMap<EncodedPage, PageHeaders>(), also: new WeakMap<EncodedPage, PageHeaders>() }

/** Names and values in turn, made once for a page. */
function headersOf(found: EncodedPage, fixed: readonly string[], canonical: boolean): PageHeaders {
  const known = made[canonical ? 'canonical' : 'also']
  const before = known.get(found)
  if (before) return before
  const cacheable = withCacheControl(fixed, shared)
  const kept = found.indexable && canonical ? withRobotsIn(cacheable) : cacheable
  const unchanged = [...kept, ...pageHeaders, 'CDN-Cache-Control', cdn]
  if (found.etag !== undefined) unchanged.push('ETag', found.etag)
  const whole = [...unchanged, 'Content-Type', contentTypes[found.type], 'Content-Length', String(found.body.length)]
  const headers = { whole, unchanged }
  known.set(found, headers)
  return headers
}
