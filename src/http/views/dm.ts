import { dmPage } from '../../render/pages/dm.ts'
import { dmsPage } from '../../render/pages/dms.ts'
import type { DmsView } from '../../records/view.ts'
import { cursorOf } from '../../reading/cursor.ts'
import { dmView, readDm, readDms } from '../../reading/dm.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { present } from '../../records/present.ts'
import { ownPage } from './serving/encoded_page.ts'
import { orFirstPage } from './hub.ts'
import type { Options } from './serving/options.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { ServedPage } from './serving/page_steps.ts'

/** /dm: all DMs of the caller, and a form that starts one. */
export const dmsView = (parts: ViewParts): ServedPage => ({
  key: 'dm',
  takes: [],
  async load({ asked, caller, options }) {
    if (!caller) return undefined
    const list = await listOf(parts, caller.id, options.cursor)
    return ownPage(await parts.pool.print((fragment) => dmsPage(list, { ...asked, ...openedBy(options) }, fragment)))
  },
})

/** /dm/<id>: one DM. Reading it moves the caller's read mark. */
export const oneDmView = (parts: ViewParts, id: string): ServedPage => ({
  key: isId('dm', id) ? id : undefined,
  takes: [],
  async load({ asked, caller, options }) {
    const { clock, pool, sql } = parts
    if (!caller) return undefined
    const { before, since } = options
    const wanted = {
      limit: reads.dms.most,
      ...(since !== undefined ? { after: since } : before !== undefined && { before }),
    }
    const opened = await readDm(sql, caller.id, id, wanted)
    if (!opened) return undefined
    const [view, list] = await Promise.all([dmView(sql, opened, caller), listOf(parts, caller.id)])
    const last = opened.posts.at(-1)
    if (last) parts.notedReads.upTo(caller.id, id, last.seq, clock.now())
    return ownPage(await pool.print((fragment) => dmPage(view, list, { ...asked, ...openedBy(options) }, fragment)))
  },
})

async function listOf(parts: ViewParts, me: string, cursor?: string): Promise<DmsView> {
  const { dms, next } = await orFirstPage(cursor, (from) => readDms(parts, me, { cursor: from, limit: reads.dms.page }))
  return present({ kind: 'dm', dms, next_cursor: next && cursorOf(next) })
}

const openedBy = ({ reply, quote, edit, report, before, since, to }: Options) =>
  present({ reply, quote, edit, report, before, since, to })
