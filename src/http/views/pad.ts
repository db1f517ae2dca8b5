import { padEtag, padMarkdown } from '../../render/pad.ts'
import { padHtml } from '../../render/pad_page.ts'
import { readPad } from '../../reading/pad.ts'
import { isId } from '../../rules/ids.ts'
import { found } from './found.ts'
import type { ViewParts } from './parts.ts'
import type { View } from './view.ts'

/** /p/<pad>: whole, its outline, or one section. */
export const padView = ({ config, clock, pool, sql }: ViewParts, id: string, format?: 'md'): View => ({
  key: isId('pad', id) ? id : undefined,
  of: { kind: 'pad', id },
  takes: ['outline', 'section'],
  ...(format && { format }),
  async load({ reader, signedIn, format: as, options }) {
    const { outline, section } = options
    const page = await readPad(sql, reader, { id, outline: outline && section === undefined }, clock.now())
    if (!page) return undefined
    const asked = {
      origin: config.baseUrl,
      signedIn,
      ...(outline && { outline }),
      ...(section !== undefined && { section }),
    }
    const text = await pool.print((fragment) =>
      as === 'md' ? padMarkdown(page, asked, fragment) : padHtml(page, asked, fragment),
    )
    return found({
      type: as === 'md' ? 'text/markdown' : 'text/html',
      text,
      indexable: page.indexable,
      // a 304 must not hide that a section was disputed after this version
      etag: page.moved ? 'none' : { version: padEtag(page) },
    })
  },
})
