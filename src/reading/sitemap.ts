import type { ReadingParts } from './reading_parts.ts'
import { findablePages } from '../../sql/reads/sitemap.ts'
import { placePath } from '../render/place_path.ts'
import { sitePageNames } from '../render/site/site_page.ts'
import { reads } from '../rules/limits.ts'

export interface SitemapPage {
  readonly path: string
  readonly updated: Date
}

/** Returns the pages that a search engine may index: public hubs, and in them threads and pads by an id with reach. */
export async function readSitemap(parts: ReadingParts, now: number): Promise<readonly SitemapPage[]> {
  const { sql } = parts
  // leaves room for home, Explore and the pages of prose
  const found = await findablePages(sql, reads.sitemap.pages - 2 - sitePageNames.length)
  const reached = await parts.reach.of(new Set(found.flatMap(({ made_by }) => made_by ?? [])), now)
  return found
    .filter(({ kind, made_by }) => kind === 'hub' || (made_by !== undefined && reached.has(made_by)))
    .map(({ kind, named, updated }) => ({ path: placePath(kind, named), updated }))
}
