import { readPad } from '../../reading/pad/pad.ts'
import { historyView, readPadHistory } from '../../reading/pad/pad_history.ts'
import { present } from '../../records/present.ts'
import type { Fragment } from '../../render/body.ts'
import type { Html } from '../../render/html.ts'
import { type HistoryShown, padCompareHtml, padHistoryHtml } from '../../render/pages/pad_history.ts'
import { ownPage } from './serving/encoded_page.ts'
import type { ViewParts, PageRequest } from './serving/served_page.ts'

/** /p/<pad>?history: one page of it. */
export const historyOf = (parts: ViewParts, id: string, asked: PageRequest) =>
  shownWith(parts, id, asked, { cursor: asked.options.cursor }, (shown) => padHistoryHtml(shown, asked.asked))

export function compareOf(parts: ViewParts, id: string, asked: PageRequest) {
  const { from = 1, to = 1 } = versionsOf(asked.options)
  const span = { from_version: Math.min(from, to), to_version: Math.max(from, to) }
  return shownWith(parts, id, asked, span, (shown, fragment) => padCompareHtml(shown, asked.asked, fragment))
}

/** Returns both versions as numbers, without those that are malformed. */
export function versionsOf({ from, to }: PageRequest['options']): { from?: number; to?: number } {
  const newer = to !== undefined && /^[1-9]\d{0,8}$/.test(to) ? Number(to) : undefined
  return present({ from, to: newer })
}

type Span = { readonly cursor?: string | undefined; readonly from_version?: number; readonly to_version?: number }

async function shownWith(
  parts: ViewParts,
  id: string,
  { reader, caller }: PageRequest,
  span: Span,
  html: (shown: HistoryShown, fragment: Fragment) => Html,
) {
  const now = parts.clock.now()
  const page = await readPad(parts, reader, { id, outline: true }, now)
  if (!page) return undefined
  const { from_version, to_version, cursor } = span
  const newest = page.latest_version
  const within = present({
    cursor,
    from_version: from_version === undefined ? undefined : Math.min(from_version, newest),
    to_version: to_version === undefined ? undefined : Math.min(to_version, newest),
  })
  const read = await readPadHistory(parts, reader, { pad_id: id, ...within, by: caller }, now)
  if (!read) return undefined
  const history = historyView(read, { from_version: within.from_version, to_version: within.to_version })
  const text = await parts.pool.print((fragment) => html({ page, history }, fragment))
  return ownPage(text)
}
