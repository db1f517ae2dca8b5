import { dmPage } from '../../render/pages/dm.ts'
import { dmsPage } from '../../render/pages/dms.ts'
import type { DmsView } from '../../records/view.ts'
import { dmView, readDm, readDms } from '../../reading/dm.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { present } from '../../records/present.ts'
import { orFirstPage } from './serving/or_first_page.ts'
import { fromSeq } from './serving/markdown_options.ts'
import type { Options } from './serving/options.ts'
import { type ViewParts, personalPage, type ServedPage } from './serving/served_page.ts'

/** /dm: all DMs of the caller, and a form that starts one. */
export const dmsView = (parts: ViewParts): ServedPage =>
  personalPage('dm', async ({ asked, caller, options }) => {
    const list = await listOf(parts, caller.id, options.cursor)
    return parts.pool.print((fragment) =>
      dmsPage(list, { ...asked, ...openedBy(options), asks: caller.reach }, fragment),
    )
  })

/** /dm/<id>: one DM. Reading it moves the caller's read mark. */
export const oneDmView = (parts: ViewParts, id: string): ServedPage => ({
  ...personalPage(isId('dm', id) ? id : undefined, async ({ asked, caller, options }) => {
    const { clock, pool, sql } = parts
    const { since: after, before } = fromSeq(options)
    const opened = await readDm(sql, caller.id, id, present({ limit: reads.dms.most, after, before }))
    if (!opened) return undefined
    const [view, list] = await Promise.all([dmView(sql, opened, caller), listOf(parts, caller.id)])
    const last = opened.posts.at(-1)
    if (last) parts.notedReads.upTo(caller.id, id, last.seq, clock.now())
    return pool.print((fragment) => dmPage(view, list, { ...asked, ...openedBy(options) }, fragment))
  }),
  of: { kind: 'dm', id },
})

async function listOf(parts: ViewParts, me: string, cursor?: string): Promise<DmsView> {
  const page = await orFirstPage(cursor, (from) => readDms(parts, me, { cursor: from, limit: reads.dms.page }))
  return { kind: 'dm', ...page }
}

const openedBy = ({ reply, quote, edit, report, before, since, to }: Options) =>
  present({ reply, quote, edit, report, before, since, to })
