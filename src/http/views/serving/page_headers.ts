import type { Context } from 'koa'
import { cacheSeconds } from '../../../rules/limits.ts'
import { withRobotsIn } from '../../answer/x_robots_tag.ts'
import { type HeaderList, setAll, withCacheControl } from '../../answer/header_list.ts'
import { contentTypes } from '../../answer/content_types.ts'
import type { EncodedPage } from './encoded_page.ts'

const shared = `public, max-age=${cacheSeconds.page}`
const cdn = `public, s-maxage=${cacheSeconds.page}, stale-while-revalidate=${cacheSeconds.pageStale}`

/** Lets browsers cache a page for signed-out visitors, and shared caches for visitors without a cookie. */
export function setCacheable({ req, res }: Context): void {
  res.setHeader('Cache-Control', shared)
  if (req.headers.cookie === undefined) res.setHeader('CDN-Cache-Control', cdn)
}

const pageHeaders = ['Vary', 'Accept, Cookie, Authorization', 'Access-Control-Allow-Origin', '*'] as const

/** Sets the headers of every answer of a page, 404 included: what it varies by, and that any origin may read it. */
export const setPageHeaders = ({ res }: Context): void => setAll(res, pageHeaders)

interface PageHeaders {
  readonly whole: string[]
  readonly unchanged: string[]
}

const made = { canonical: new WeakMap<EncodedPage, PageHeaders>(), also: new WeakMap<EncodedPage, PageHeaders>() }

/**
 * The same headers for a page that is sent before Koa, to a visitor without a cookie. They are made once for each page.
 */
export function headersBeforeKoa(found: EncodedPage, fixed: HeaderList, canonical: boolean): PageHeaders {
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
