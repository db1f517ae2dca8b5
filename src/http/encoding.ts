import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Context } from 'koa'

/** How text goes over the wire where a client takes it smaller. */
export type Encoding = 'br' | 'gzip'

/** Below it the headers cost more than is saved. */
const worthwhile = 1_024
/** Nearly as small as the best, in a tenth of the time. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** What this client takes; undefined: as it is. The answer then varies by Accept-Encoding. */
export function encodingFor(ctx: Context, length: number): Encoding | undefined {
  const accepts = ctx.req.headers['accept-encoding']
  if (length < worthwhile || accepts === undefined) return undefined
  const chosen = ctx.acceptsEncodings('br', 'gzip', 'identity')
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined
}

export function setEncoding(ctx: Context, encoding: Encoding | undefined): void {
  ctx.vary('Accept-Encoding')
  if (encoding) ctx.res.setHeader('Content-Encoding', encoding)
}

const brotliLater = promisify<Buffer, typeof options, Buffer>(brotliCompress)
const gzipLater = promisify<Buffer, Buffer>(gzip)

/** Off the event loop. */
export const encoded = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotliLater(body, options) : gzipLater(body)

/** For what is small, or made once. */
export const encodedAtOnce = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(body, options) : gzipSync(body)
