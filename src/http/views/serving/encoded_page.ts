import { createHash } from 'node:crypto'
import { encoded, type Encoding } from '../../answer/content_encoding.ts'
import type { Format } from './format.ts'

/** A page ready to send. */
export interface EncodedPage {
  readonly type: 'text/markdown' | 'text/html' | 'text/plain'
  readonly body: Buffer
  /** value of the header, quoted; absent when the page can change without its version */
  readonly etag?: string
  /** true when search engines may index its signed-out form */
  readonly indexable: boolean
  /** 200 when absent */
  readonly status?: 404
  /** the compressed body, computed once per encoding */
  readonly encoded: (as: Encoding) => Promise<Buffer>
}

const hash = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/**
 * A short Buffer is a piece of eight kilobytes that many share, and a compressed one of sixteen: a page that is kept would keep
 * all of that.
 */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

interface Page {
  /** what its text is written in */
  readonly format: keyof typeof types
  readonly text: { toString(): string }
  readonly indexable: boolean
  /** a version; a hash of the body, after a name or weak; or none */
  readonly etag: { readonly version: string } | { readonly hashOf: string } | 'weak' | 'none'
}

/** A page rendered for one reader: neither cached nor indexed. */
export const ownPage = (text: Page['text']): EncodedPage =>
  encodedPage({ format: 'html', text, indexable: false, etag: 'none' })

const types = { md: 'text/markdown', html: 'text/html', plain: 'text/plain' } as const satisfies Readonly<
  Record<Format | 'plain', EncodedPage['type']>
>

export function encodedPage({ format, text, indexable, etag }: Page): EncodedPage {
  const type = types[format]
  const body = inOwnMemory(Buffer.from(`${text.toString()}${type === 'text/html' ? '' : '\n'}`))
  const made = new Map<Encoding, Promise<Buffer>>()
  const smaller = (as: Encoding): Promise<Buffer> => {
    if (!made.has(as)) made.set(as, encoded(body, as).then(inOwnMemory))
    return made.get(as)!
  }
  if (etag === 'none') return { type, body, indexable, encoded: smaller }
  const value = etag === 'weak' ? hash(body) : 'version' in etag ? etag.version : `${etag.hashOf}:${hash(body)}`
  return { type, body, indexable, etag: quoted(value, { type, weak: etag === 'weak' }), encoded: smaller }
}

/**
 * RFC 9110 gives a strong validator to one representation alone. HTML stands at the address of the Markdown, whose validator
 * is the version, and is sent under several content codings: so it has one of its own, which is weak.
 */
const quoted = (value: string, { type, weak }: Pick<EncodedPage, 'type'> & { readonly weak: boolean }): string =>
  type === 'text/html' && !weak ? `W/"${value}.html"` : `${weak ? 'W/' : ''}"${value}"`
