import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { missingPage } from '../../../render/pages/refused_page.ts'
import { cacheSeconds } from '../../../rules/limits.ts'
import { withCacheControl } from '../../before_koa.ts'
import { encodingFor, setEncoding } from '../../answer/content_encoding.ts'
import type { EncodedPage } from './encoded_page.ts'
import { frame } from '../../answer/uncached_page.ts'
import { letRobotsIn, withRobotsIn } from '../../answer/x_robots_tag.ts'
import { type Format, namesHtml } from './format.ts'

const shared = `public, max-age=${cacheSeconds.page}`
const cdn = `public, s-maxage=${cacheSeconds.page}, stale-while-revalidate=${cacheSeconds.pageStale}`
const types = {
  'text/markdown': 'text/markdown; charset=utf-8',
  'text/html': 'text/html; charset=utf-8',
  'text/plain': 'text/plain; charset=utf-8',
} as const

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
    const had = ctx.req.headers['if-none-match']
    if (had !== undefined && matches(had, found.etag)) {
      ctx.status = 304
      return
    }
  }
  res.setHeader('Content-Type', types[found.type])
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
  const had = req.headers['if-none-match']
  if (had !== undefined && found.etag !== undefined && matches(had, found.etag)) {
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
  const whole = [...unchanged, 'Content-Type', types[found.type], 'Content-Length', String(found.body.length)]
  const headers = { whole, unchanged }
  known.set(found, headers)
  return headers
}

/** Compares weakly, as RFC 9110 has it. A value without quotes counts too: agents copy it from the front matter. */
function matches(header: string, etag: string): boolean {
  if (header === etag) return true
  const bare = (value: string): string => value.trim().replace(/^W\//, '').replaceAll('"', '')
  const own = bare(etag)
  return header.split(',').some((value) => value.trim() === '*' || bare(value) === own)
}

/**
 * Sends the same bytes for private and missing pages, whatever was asked for: HTML to a browser that did not ask for
 * Markdown, else Markdown.
 */
export function sendMissing(ctx: Context, format: Format): void {
  ctx.status = 404
  if (format === 'html' && namesHtml(ctx)) {
    ctx.res.setHeader('Content-Type', types['text/html'])
    ctx.body = missingHtml
  } else {
    ctx.res.setHeader('Content-Type', types['text/markdown'])
    ctx.body = missingMarkdown
  }
}

const missingMarkdown =
  '# Not found\n\nThere is nothing here, or you cannot read it. Private things need the key or session of a member.\n'
const missingHtml = missingPage(frame).toString()
