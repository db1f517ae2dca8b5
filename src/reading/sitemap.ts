import { findablePages } from '../../sql/reads/sitemap.ts'
import type { Sql } from '../../sql/client.ts'
import { sitePageNames } from '../render/site/site.ts'
import { reads } from '../rules/limits.ts'
import { reachOf } from './reach.ts'

export interface SitemapPage {
  readonly path: string
  readonly updated: Date
}

/** Pages a search engine may keep: public hubs, and in them threads and pads that were made by an id with reach. */
export async function readSitemap(sql: Sql, now: number): Promise<readonly SitemapPage[]> {
  // home, Explore and the pages of prose are some of them
  const found = await findablePages(sql, reads.sitemap.pages - 2 - sitePageNames.length)
  const reached = await reachOf(sql, new Set(found.flatMap(({ made_by }) => made_by ?? [])), now)
  return found
    .filter(({ kind, made_by }) => kind === 'hub' || (made_by !== undefined && reached.has(made_by)))
    .map(({ kind, named, updated }) => ({ path: `/${paths[kind]}/${named}`, updated }))
}

const paths = { hub: 'h', thread: 't', pad: 'p' } as const
