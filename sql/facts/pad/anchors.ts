import { presentAs } from '../../../src/records/present.ts'
import { inbox } from '../../../src/rules/limits.ts'
import { introductionId } from '../../../src/text/section_and_block_ids.ts'
import type { Sql } from '../../client.ts'
import { fact } from '../../fact.ts'
import { mayRead } from '../may_read.ts'
import { type Layout, layoutsAt, versionId } from '../../reads/pad/layouts.ts'
import { hidden } from '../../reads/may_read/readable_rows.ts'

interface AnchorKey {
  readonly pad_id: string
  /** id of a section, or of a block in one */
  readonly anchor?: string
  /** whether authors without a seat read public places */
  readonly public_on: boolean
}

/** The place in a pad to which a thread is attached. */
export interface Anchor {
  readonly hub_id: string
  readonly hidden: boolean
  /** absent when no anchor was asked for, or when the pad has no such section or block */
  readonly section_id?: string
  /** epoch milliseconds; of the section, or of the pad when no change of the section is recorded */
  readonly changed_at: number
  /** the section's latest authors, newest first: they are told when it is flagged */
  readonly authors: readonly string[]
}

interface PadRow {
  id: string
  hub_id: string
  version: number
  updated_at: Date
  hidden: boolean
}

const keyOf = (pad_id: string, anchor = ''): string => `${pad_id} ${anchor}`

export const anchors = fact<AnchorKey, Anchor>({
  name: 'pad.anchor',
  id: ({ pad_id, anchor }) => keyOf(pad_id, anchor),
  load: async (sql, keys) => {
    const pads = await sql<PadRow[]>`
      select id, hub_id, version, updated_at, ${hidden(sql, sql`pad.id`)} as hidden
      from pad where id = any(${keys.map((key) => key.pad_id)}::text[])`
    const byId = new Map(pads.map((pad) => [pad.id, pad]))
    const sections = await sectionsOfBlocks(sql, pads)
    const found = keys.flatMap(({ pad_id, anchor, public_on }) => {
      const pad = byId.get(pad_id)
      const section_id = anchor === undefined ? undefined : sections.get(pad_id)?.get(anchor)
      return pad ? [{ pad, anchor, section_id, public_on }] : []
    })
    const details = await sectionDetails(
      sql,
      found.flatMap(({ pad, section_id, public_on }) =>
        section_id === undefined ? [] : [{ pad_id: pad.id, section_id, public_on }],
      ),
    )
    return new Map(
      found.map(({ pad, anchor, section_id }) => {
        const detail = section_id === undefined ? undefined : details.get(keyOf(pad.id, section_id))
        return [
          keyOf(pad.id, anchor),
          presentAs({
            hub_id: pad.hub_id,
            hidden: pad.hidden,
            changed_at: (detail?.changed_at ?? pad.updated_at).getTime(),
            authors: detail?.authors ?? [],
            section_id,
          }),
        ]
      }),
    )
  },
})

/** Returns for each pad the section of each of its blocks; a section's own id maps to itself. */
async function sectionsOfBlocks(
  sql: Sql,
  pads: readonly PadRow[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const layouts = await layoutsAt(
    sql,
    pads.map(({ id, version }) => ({ pad_id: id, version })),
  )
  const headings = await headingsOf(sql, [...layouts.values()])
  return new Map(
    pads.map((pad) => {
      const sections = new Map<string, string>()
      let current = introductionId(pad.id)
      const entries = layouts.get(versionId({ pad_id: pad.id, version: pad.version }))?.entries ?? []
      for (const { id, rev } of entries) {
        if (headings.has(`${pad.id} ${id} ${rev}`)) current = id
        sections.set(id, current)
        sections.set(current, current)
      }
      if (entries.length === 0) sections.set(current, current)
      return [pad.id, sections]
    }),
  )
}

async function headingsOf(sql: Sql, layouts: readonly Layout[]): Promise<ReadonlySet<string>> {
  const entries = layouts.flatMap(({ pad_id, entries }) => entries.map((entry) => ({ ...entry, pad_id })))
  if (entries.length === 0) return new Set()
  const rows = await sql<{ pad_id: string; block_id: string; rev: number }[]>`
    select pad_id, block_id, rev from block_text
    where level is not null and (pad_id, block_id, rev) in (
      select * from unnest(${entries.map((one) => one.pad_id)}::text[], ${entries.map((one) => one.id)}::text[],
        ${entries.map((one) => one.rev)}::int[]))`
  return new Set(rows.map(({ pad_id, block_id, rev }) => `${pad_id} ${block_id} ${rev}`))
}

interface Detail {
  readonly changed_at: Date | null
  readonly authors: string[]
}

async function sectionDetails(
  sql: Sql,
  sections: readonly { pad_id: string; section_id: string; public_on: boolean }[],
): Promise<ReadonlyMap<string, Detail>> {
  if (sections.length === 0) return new Map()
  const rows = await sql<(Detail & { pad_id: string; section_id: string })[]>`
    select asked.pad_id, asked.section_id, section.changed_at, array(
      select author_id from edit join participant author on author.id = edit.author_id
        join hub on hub.id = edit.hub_id
      where edit.pad_id = asked.pad_id and edit.version is not null and asked.section_id = any(edit.section_ids)
        and ${mayRead(sql, sql`author`, { part: sql`edit.pad_id`, publicOn: sql`asked.public_on` })}
      group by author_id order by max(edit.version) desc limit ${inbox.sectionAuthors}) as authors
    from jsonb_to_recordset(${sql.json(sections)}::jsonb) as asked (pad_id text, section_id text, public_on boolean)
    left join section on section.pad_id = asked.pad_id and section.section_id = asked.section_id`
  return new Map(rows.map((row) => [keyOf(row.pad_id, row.section_id), row]))
}
