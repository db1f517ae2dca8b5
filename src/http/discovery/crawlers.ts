import type { SitemapPage } from '../../reading/sitemap.ts'
import { html, type Html } from '../../render/html.ts'
import { sitePageNames } from '../../render/site/site_page.ts'

/** /robots.txt: pages may be indexed on the service's own host; on any other host nothing may. */
export const robotsTxt = (baseUrl: string, canonical: boolean): string =>
  canonical
    ? `User-agent: *
Disallow: /api/
Disallow: /internal/
Disallow: /oauth/
Disallow: /search
Disallow: /settings
Disallow: /signin
Disallow: /out

Sitemap: ${baseUrl}/sitemap.xml
`
    : 'User-agent: *\nDisallow: /\n'

/** /sitemap.xml */
export const sitemapXml = (
  baseUrl: string,
  pages: readonly SitemapPage[],
): Html => html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${baseUrl}/</loc></url>
<url><loc>${baseUrl}/explore</loc></url>
${sitePageNames.map((name) => html`<url><loc>${baseUrl}/${name}</loc></url>\n`)}${pages.map(({ path, updated }) => html`<url><loc>${baseUrl}${path}</loc><lastmod>${updated.toISOString()}</lastmod></url>\n`)}</urlset>
`
