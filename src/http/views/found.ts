import { createHash } from 'node:crypto'

/** A page as it goes out. */
export interface Found {
  readonly type: 'text/markdown' | 'text/html' | 'text/plain'
  readonly body: Buffer
  /** the header's value, quoted; missing: the page can change without its version */
  readonly etag?: string
  /** search engines may keep its signed-out form */
  readonly indexable: boolean
}

const hash = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

export interface Page {
  readonly type: Found['type']
  readonly text: { toString(): string }
  readonly indexable: boolean
  /** versioned: the value; hashed: of the body, after a name or weak; none */
  readonly etag: { readonly version: string } | { readonly hashOf: string } | 'weak' | 'none'
}

export function found({ type, text, indexable, etag }: Page): Found {
  const body = Buffer.from(`${text.toString()}${type === 'text/html' ? '' : '\n'}`)
  if (etag === 'none') return { type, body, indexable }
  const value =
    etag === 'weak' ? `W/"${hash(body)}"` : 'version' in etag ? `"${etag.version}"` : `"${etag.hashOf}:${hash(body)}"`
  return { type, body, indexable, etag: value }
}
