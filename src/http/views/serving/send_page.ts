import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'koa'
import { encodingFor } from '../../answer/content_encoding.ts'
import type { EncodedPage } from './encoded_page.ts'
import { letRobotsIn } from '../../answer/x_robots_tag.ts'
import { contentTypes } from '../../answer/content_types.ts'
import { isNotModified } from './not_modified.ts'
import { headersBeforeKoa, setCacheable } from './page_headers.ts'

/** Sends a page the visitor may see; 304 without a body when the client has it. Private pages are not cached. */
export function send(ctx: Context, found: EncodedPage, signedOut: boolean, status = 200): Promise<void> | void {
  const { res } = ctx
  if (signedOut) {
    setCacheable(ctx)
    if (found.indexable) letRobotsIn(ctx)
  }
  const encoding = found.type === 'text/html' ? encodingFor(ctx, found.body.length) : undefined
  // 304 varies by the same
  if (found.type === 'text/html') ctx.vary('Accept-Encoding')
  if (found.etag !== undefined) {
    res.setHeader('ETag', found.etag)
    if (isNotModified(ctx.req, found.etag)) {
      ctx.status = 304
      return
    }
  }
  res.setHeader('Content-Type', contentTypes[found.type])
  ctx.status = status
  if (!encoding) ctx.body = found.body
  else {
    res.setHeader('Content-Encoding', encoding)
    return found.encoded(encoding).then((body) => {
      ctx.body = body
    })
  }
}

/** The same for a page in Markdown or plain text that is sent before Koa, to a visitor without a cookie. */
export function sendDirect(
  req: IncomingMessage,
  res: ServerResponse,
  found: EncodedPage,
  fixed: readonly string[],
  canonical: boolean,
): void {
  const { whole, unchanged } = headersBeforeKoa(found, fixed, canonical)
  if (found.etag !== undefined && isNotModified(req, found.etag)) {
    res.writeHead(304, unchanged)
    res.end()
    return
  }
  res.writeHead(found.status ?? 200, whole)
  res.end(found.body)
}
