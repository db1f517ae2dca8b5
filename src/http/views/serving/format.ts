import type { Context } from 'koa'
import { LRUCache } from 'lru-cache'
import { contentTypes } from '../../answer/content_types.ts'

export type Format = 'html' | 'md'

/** as they are sent: a range of Accept that names the charset covers them too */
const { 'text/html': html, 'text/markdown': markdown } = contentTypes

const chosen = new LRUCache<string, Format>({ max: 500 })

/** Returns Markdown when it is asked for: by the path, by ?format=md, or by an Accept header that prefers it. */
export function formatOf(ctx: Context, path: 'md' | undefined, asked: string | undefined): Format {
  if (path !== undefined) return path
  if (asked === 'md' || asked === 'html') return asked
  const accept = ctx.req.headers.accept
  if (accept === undefined || accept === '*/*') return 'html'
  const known = chosen.get(accept)
  if (known !== undefined) return known
  const format = ctx.accepts(html, markdown) === markdown ? 'md' : 'html'
  chosen.set(accept, format)
  return format
}

/** Only a browser names text/html. */
export const namesHtml = (ctx: Context): boolean => ctx.req.headers.accept?.includes('text/html') ?? false
