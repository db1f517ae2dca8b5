import { hubBrief, hubMarkdown } from '../../render/hub.ts'
import { hubHtml } from '../../render/hub_page.ts'
import { readHub } from '../../reading/hub.ts'
import { Refusal } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { found } from './found.ts'
import type { ViewParts } from './parts.ts'
import type { View } from './view.ts'

const named = (slug: string): string | undefined => (slug.length <= inputs.hub ? slug.toLowerCase() : undefined)

/** /h/<slug> */
export const hubView = ({ config, pool, sql }: ViewParts, slug: string, format?: 'md'): View => ({
  key: named(slug) && `hub ${named(slug)}`,
  of: { kind: 'hub', id: slug },
  takes: ['type', 'cursor'],
  ...(format && { format }),
  async load({ reader, signedIn, format: as, options: { type, cursor } }) {
    const page = await orFirstPage(cursor, (from) => readHub(sql, reader, { hub: slug, type, cursor: from }))
    if (!page) return undefined
    const asked = { origin: config.baseUrl, signedIn, ...(type && { type }) }
    const text = await pool.print((fragment) =>
      as === 'md' ? hubMarkdown(page, asked, fragment) : hubHtml(page, asked, fragment),
    )
    return found({
      type: as === 'md' ? 'text/markdown' : 'text/html',
      text,
      indexable: page.audience === 'public',
      etag: { hashOf: `hub:${page.id}` },
    })
  },
})

/** /h/<slug>/llms.txt */
export const hubBriefView = ({ config, pool, sql }: ViewParts, slug: string): View => ({
  key: named(slug) && `brief ${named(slug)}`,
  of: { kind: 'hub', id: slug },
  takes: [],
  format: 'md',
  async load({ reader }) {
    const [threads, pads] = await Promise.all([
      readHub(sql, reader, { hub: slug, type: 'thread' }),
      readHub(sql, reader, { hub: slug, type: 'pad' }),
    ])
    if (!threads || !pads) return undefined
    const page = { ...threads, items: [...pads.items, ...threads.items] }
    return found({
      type: 'text/plain',
      text: await pool.print((fragment) => hubBrief(page, config.baseUrl, fragment)),
      indexable: page.audience === 'public',
      etag: { hashOf: `hub:${page.id}` },
    })
  },
})

/** A cursor that is none of ours shows the first page: a page of the web does not fail for its query. */
export async function orFirstPage<Page>(
  cursor: string | undefined,
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page> {
  try {
    return await read(cursor)
  } catch (error) {
    if (cursor !== undefined && error instanceof Refusal && error.reason === 'cursor') return read(undefined)
    throw error
  }
}
