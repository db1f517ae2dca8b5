import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Context } from 'koa'

/** Content encodings, for clients that accept them. */
export type Encoding = 'br' | 'gzip'

/** In bytes; below it the headers cost more than compression saves. */
const worthwhile = 1_024
/** Quality 5 compresses nearly as well as the best, in a tenth of the time. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Returns the encoding to use, or undefined to send the body as it is. The answer then varies by Accept-Encoding. */
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

/** Compresses off the event loop. */
export const encoded = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotliLater(body, options) : gzipLater(body)

/** Compresses on the event loop: for small bodies, or those compressed once. */
export const encodedAtOnce = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === 'br' ? brotliCompressSync(body, options) : gzipSync(body)
