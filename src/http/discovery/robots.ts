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
