import { exploreHtml, frontHtml } from '../../render/hub_page.ts'
import { exploreMarkdown, frontMarkdown } from '../../render/home.ts'
import { isLane, readExplore, readFront } from '../../reading/lanes.ts'
import { found } from './found.ts'
import { orFirstPage } from './hub.ts'
import type { ViewParts } from './parts.ts'
import type { View } from './view.ts'

/** / */
export const frontView = ({ config, pool, sql }: ViewParts): View => ({
  key: 'front',
  takes: [],
  async load({ reader, signedIn, format }) {
    const page = await readFront(sql, reader, config.frontHub)
    const origin = config.baseUrl
    const text = await pool.print((fragment) =>
      format === 'md' ? frontMarkdown(page, origin, fragment) : frontHtml(page, { origin, signedIn }, fragment),
    )
    return found({ type: format === 'md' ? 'text/markdown' : 'text/html', text, indexable: true, etag: 'weak' })
  },
})

/** /explore */
export const exploreView = ({ config, sql }: ViewParts): View => ({
  key: 'explore',
  takes: ['lane', 'cursor'],
  personalOnlyBySession: true,
  async load({ reader, signedIn, format, options }) {
    const lane = isLane(options.lane) ? options.lane : undefined
    const page = await orFirstPage(options.cursor, (cursor) => readExplore(sql, reader, { lane, cursor }))
    const origin = config.baseUrl
    const text = format === 'md' ? exploreMarkdown(page, origin) : exploreHtml(page, { origin, signedIn })
    return found({ type: format === 'md' ? 'text/markdown' : 'text/html', text, indexable: true, etag: 'weak' })
  },
})
