import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { ReadingParts } from '../../reading/reading_parts.ts'
import { readSitemap, type SitemapPage } from '../../reading/sitemap.ts'
import { html, type Html } from '../../render/html.ts'
import { sitePageNames } from '../../render/site/site_page.ts'
import { cacheSeconds } from '../../rules/limits.ts'
import { seconds } from '../../rules/units.ts'

interface Parts extends ReadingParts {
  readonly config: Config
  readonly clock: Clock
}

/** The sitemap as it was last read, for as long as caches may keep it. */
export function openSitemap({ config, clock, ...reading }: Parts): () => Promise<string> {
  let last: { readonly text: Promise<string>; readonly at: number } | undefined
  return () => {
    const now = clock.now()
    if (last === undefined || now - last.at >= seconds(cacheSeconds.discovery)) {
      const pages = config.publicThreads ? readSitemap(reading, now) : Promise.resolve([])
      last = { text: pages.then((found) => sitemapXml(config.baseUrl, found).toString()), at: now }
      // a failed read is not cached
      last.text.catch(() => (last = undefined))
    }
    return last.text
  }
}

/** /sitemap.xml */
const sitemapXml = (baseUrl: string, pages: readonly SitemapPage[]): Html => html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${baseUrl}/</loc></url>
<url><loc>${baseUrl}/explore</loc></url>
${sitePageNames.map((name) => html`<url><loc>${baseUrl}/${name}</loc></url>\n`)}${pages.map(({ path, updated }) => html`<url><loc>${baseUrl}${path}</loc><lastmod>${updated.toISOString()}</lastmod></url>\n`)}</urlset>
`
