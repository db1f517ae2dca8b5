import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { sitePage } from '../../render/pages/site.ts'
import { sitePages } from '../../render/site/site_pages.ts'
import type { SitePage } from '../../render/site/site_page.ts'
import { encodedPage } from './serving/encoded_page.ts'
import type { ViewParts, ServedPage } from './serving/served_page.ts'

/** Returns the pages of prose by path: those of `sitePageNames`. Read once; an operator's own come from a folder. */
export function siteViews({ config }: ViewParts): ReadonlyMap<string, ServedPage> {
  const own = ownTexts(config.pagesDir)
  const { baseUrl: origin, publicThreads, guestAgents, auth } = config
  return new Map(
    sitePages.map((page) => {
      const text = own.get(page.name) ?? page.text({ origin, publicThreads, guestAgents, auth })
      return [`/${page.name}`, siteView(page, text.trimEnd())]
    }),
  )
}

const siteView = (page: SitePage, text: string): ServedPage => ({
  key: `site ${page.name}`,
  takes: [],
  async load({ asked, format }) {
    return format === 'md'
      ? encodedPage({ format: 'md', text, indexable: true, etag: 'weak' })
      : encodedPage({ format: 'html', text: sitePage(page, text, asked), indexable: true, etag: 'weak' })
  },
})

/** Reads those of `privacy.md`, `terms.md` and `support.md` that exist. Throws when the folder does not exist. */
function ownTexts(folder: string | undefined): ReadonlyMap<string, string> {
  if (folder === undefined) return new Map()
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError([`SVC_PAGES_DIR: there is no folder ${folder}`])
  const written = sitePages.filter(({ own }) => own).map(({ name }) => ({ name, file: join(folder, `${name}.md`) }))
  return new Map(
    written.filter(({ file }) => existsSync(file)).map(({ name, file }) => [name, readFileSync(file, 'utf8')]),
  )
}
