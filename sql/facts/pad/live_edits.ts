import type { Block } from '../../../src/text/blocks.ts'
import type { EditKind, EditStatus } from '../../../src/rules/closed_lists.ts'
import { type Untrusted, untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, inMs, records } from '../../client.ts'
import { fact, factById } from '../../fact.ts'
import { askedAgain } from '../../reads/pad/asked_again.ts'
import { type Layout, layoutsAt, textsOf, versionId, withTexts } from '../../reads/pad/layouts.ts'

export interface LiveEdit {
  readonly id: string
  readonly pad_id: string
  readonly kind: EditKind
  readonly status: EditStatus
  /** author of the words: for an accepted suggestion that of the suggestion */
  readonly author_id: string
  readonly human_id?: string
  /** the human to whom the author, or its parent, is linked now; may differ from human_id */
  readonly linked_to?: string
  /** of a sub-agent */
  readonly parent_id?: string
  readonly principal_id: string
  /** who accepted a suggestion; for all others the author */
  readonly made_by: string
  /** the suggestion that it accepted, unless a decision came with that, or it went in unchecked without an acceptance */
  readonly suggestion?: string
  /** the suggestion whose acceptance it took back, so that it waited for an answer again */
  readonly asked_again?: { readonly id: string; readonly status: EditStatus }
  /** epoch milliseconds */
  readonly at: number
  readonly section_ids: readonly string[]
  readonly version?: number
  /** The pad before and after the edit. Only the blocks that it changed have texts: an undo needs no others. */
  readonly before: { readonly title: Untrusted; readonly blocks: readonly Block[] }
  readonly after: { readonly title: Untrusted; readonly blocks: readonly Block[] }
}

type LiveEditRow = Omit<LiveEdit, 'before' | 'after'> & { readonly asked: string }

/** An edit and its changes, to be undone; for an accepted suggestion the edit that accepted it. */
export const liveEdits = fact<string, LiveEdit>({
  name: 'edit.live',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await records<LiveEditRow>(sql`
      select asked.id as asked, made.id, made.pad_id, made.kind, made.status, whose.author_id, whose.human_id,
        coalesce(author.human_id, parent.human_id) as linked_to, author.parent_id, whose.principal_id,
        made.author_id as made_by,
        case when whose.decision_id is null and whose.answered_by = made.author_id then made.suggestion_of end as suggestion,
        ${inMs(sql, 'made.at')} as at, made.section_ids, made.version,
        (select jsonb_build_object('id', again.id, 'status', again.status) from (${askedAgain(sql, 'made')}) again) as asked_again
      from unnest(${ids as string[]}::text[]) as asked (id)
      join lateral (
        select * from edit where edit.id = asked.id or (edit.suggestion_of = asked.id and edit.kind = 'accept')
        order by edit.status = 'live' desc, edit.kind = 'accept' desc, edit.version desc limit 1) made on true
      join edit whose on whose.id = coalesce(made.suggestion_of, made.id)
      left join participant author on author.id = whose.author_id
      left join participant parent on parent.id = author.parent_id`)
    const { sides, texts } = await sidesOf(sql, rows)
    return new Map(
      rows.map(({ asked, ...row }, n) => {
        const { before, after, title } = sides[n] as Sides
        return [
          asked,
          {
            ...row,
            before: { title, blocks: withTexts(row.pad_id, before?.entries ?? [], texts) },
            after: { title: after?.title ?? title, blocks: withTexts(row.pad_id, after?.entries ?? [], texts) },
          },
        ]
      }),
    )
  },
})

/** Those of the edits that are no longer live: of thousands mostly none. */
export const fallenEdits = factById.value<true>({
  name: 'edit.fallen',
  read: (sql, ids) => sql`
    select id as key, true as value from edit where id = any(${ids}::text[]) and status <> 'live'`,
})

interface Sides {
  readonly before: Layout | undefined
  readonly after: Layout | undefined
  readonly title: Untrusted
}

/** The pad before and after each edit, and the texts of blocks that differ. */
async function sidesOf(sql: Sql, rows: readonly LiveEditRow[]) {
  const keys = rows.flatMap(({ pad_id, version }) =>
    version === undefined ? [] : [version - 1, version].map((one) => ({ pad_id, version: one })),
  )
  const layouts = await layoutsAt(sql, keys)
  const sides = rows.map(({ pad_id, version }): Sides => {
    const after = layouts.get(versionId({ pad_id, version: version ?? 0 }))
    const before = layouts.get(versionId({ pad_id, version: (version ?? 0) - 1 }))
    return { after, before, title: before?.title ?? after?.title ?? untrusted('') }
  })
  const differing = sides.flatMap(({ before, after }, n) => {
    const entries = [before?.entries ?? [], after?.entries ?? []] as const
    const known = entries.map((side) => new Set(side.map(({ id, rev }) => `${id} ${rev}`)))
    return entries
      .flatMap((side, own) => side.filter(({ id, rev }) => !known[1 - own]?.has(`${id} ${rev}`)))
      .map((entry) => ({ ...entry, pad_id: (rows[n] as LiveEditRow).pad_id }))
  })
  return { sides, texts: await textsOf(sql, differing) }
}
