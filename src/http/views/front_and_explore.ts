import { exploreMarkdown, frontMarkdown } from '../../render/markdown/front_and_explore_markdown.ts'
import { explorePage } from '../../render/pages/explore.ts'
import { frontPage } from '../../render/pages/front.ts'
import { isLane, readExplore, readFront } from '../../reading/front_and_explore.ts'
import { encodedPage } from './serving/encoded_page.ts'
import { orFirstPage } from './serving/or_first_page.ts'
import type { ViewParts, ServedPage } from './serving/served_page.ts'
import { homeOf } from './home.ts'

/** /: Home for a caller signed in with a browser, else the front page. */
export const frontView = (parts: ViewParts): ServedPage => ({
  key: 'front',
  takes: [],
  readsMe: true,
  async load({ reader, caller, opened, asked: by, format }) {
    const { clock, config, pool } = parts
    if (caller?.connection === 'session' && format === 'html') return homeOf(parts, caller, by, opened)
    const page = await readFront(parts, reader, config.frontHub, clock.now())
    const origin = config.baseUrl
    const asked = { ...by, byEmail: config.auth === 'email' }
    const text = await pool.print((fragment) =>
      format === 'md' ? frontMarkdown(page, origin, fragment) : frontPage(page, asked, fragment),
    )
    return encodedPage({ format, text, indexable: true, etag: 'weak' })
  },
})

export const exploreView = ({ config, sql }: ViewParts): ServedPage => ({
  key: 'explore',
  takes: ['lane', 'cursor'],
  personalOnlyBySession: true,
  async load({ reader, asked, format, options }) {
    const lane = isLane(options.lane) ? options.lane : undefined
    const page = await orFirstPage(options.cursor, (cursor) => readExplore(sql, reader, { lane, cursor }))
    const origin = config.baseUrl
    const text = format === 'md' ? exploreMarkdown(page, origin) : explorePage(page, lane, asked)
    return encodedPage({ format, text, indexable: true, etag: 'weak' })
  },
})
