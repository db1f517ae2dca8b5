import { padEtag } from '../../records/version_and_etag.ts'
import { padMarkdown } from '../../render/markdown/pad_markdown.ts'
import { padHtml } from '../../render/pages/pad.ts'
import { readPad } from '../../reading/pad/pad.ts'
import { readPadHistory } from '../../reading/pad/pad_history.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { present } from '../../records/present.ts'
import { isId } from '../../rules/ids.ts'
import { reads } from '../../rules/limits.ts'
import { encodedPage } from './serving/encoded_page.ts'
import { inOutline, optionsInMarkdown } from './serving/markdown_options.ts'
import { compareOf, historyOf, versionsOf } from './pad_history.ts'
import { editOf } from './pad_edit.ts'
import type { ViewParts, PageRequest, ServedPage } from './serving/served_page.ts'
import { type Form, tagged } from './serving/etag_of_first_form.ts'

/** /p/<pad>: reading (whole, outline, one section, an older version), editing, history, comparing two versions. */
export const padView = (parts: ViewParts, id: string, format?: 'md'): ServedPage => ({
  key: isId('pad', id) ? id : undefined,
  of: { kind: 'pad', id },
  takes: [...optionsInMarkdown('pad'), 'edit', 'history', 'from', 'to', 'who', 'cursor'],
  ...present({ format }),
  load(asked) {
    const { format: as, options } = asked
    if (as === 'html' && options.edit !== undefined) return editOf(parts, id, asked)
    const { from, to } = versionsOf(options)
    if (as === 'html' && from !== undefined && to !== undefined) return compareOf(parts, id, asked)
    if (as === 'html' && options.history) return historyOf(parts, id, asked)
    return padOf(parts, id, asked)
  },
})

async function padOf(parts: ViewParts, id: string, { reader, caller, asked: by, format: as, options }: PageRequest) {
  const { clock, pool } = parts
  const now = clock.now()
  const outline = inOutline(options) || undefined
  const margins = as === 'html' ? { by: caller } : undefined
  const { section, version, who, hides } = options
  const wanted = present({ outline, version })
  const endsInPast = as === 'html' && !outline && section === undefined && version === undefined
  const [page, past] = await Promise.all([
    readPad(parts, reader, { id, ...wanted, ...(margins && { margins, suggested: true }) }, now),
    endsInPast
      ? readPadHistory(parts, reader, { pad_id: id, by: caller, limit: reads.pad.lastChanges }, now)
      : undefined,
  ])
  if (!page) return undefined
  const old = page.version < page.latest_version
  if (caller && by.me && as === 'html' && !old && !outline) parts.notedReads.pad(caller.id, id, page.version, now)
  const asked = present({
    ...by,
    eyes: reader,
    outline,
    section,
    who: who || undefined,
    hides: hides || undefined,
    old: old || undefined,
    past,
  })
  const text = await pool.print((fragment) =>
    as === 'md' ? padMarkdown(page, asked, fragment) : padHtml(page, asked, fragment),
  )
  // what a person may do here differs from one person to the next
  const personal = by.me !== undefined && as === 'html'
  const inFull = !who && !hides && !old
  const form = inFull ? formOf(page, { as, outline, section }) : undefined
  const versioned = { ...page, etag: padEtag(page) }
  return encodedPage({
    format: as,
    ...(personal ? { text, etag: 'none' } : await tagged(parts, versioned, form, text)),
    indexable: page.indexable && !old,
  })
}

/** Which form of the page this is, for its ETag; undefined for parts that are not a form of their own. */
function formOf(
  { sections }: PadPage,
  { as, outline, section }: { as: 'md' | 'html'; outline?: boolean | undefined; section?: string | undefined },
): Form | undefined {
  if (outline && as === 'html') return undefined
  if (section === undefined) return outline ? 'outline' : as
  return sections.some(({ id }) => id === section) ? `${as} ${section}` : undefined
}
