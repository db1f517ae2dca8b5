import type { Block } from '../../src/text/blocks.ts'
import type { EditStatus } from '../../src/rules/lists.ts'
import { type Untrusted, untrusted } from '../../src/text/untrusted.ts'
import { fact } from '../fact.ts'
import { versionId, versionsAt } from '../reads/layouts.ts'

/** A suggested edit: a whole text, and the version it was written on. */
export interface Suggestion {
  readonly id: string
  readonly pad_id: string
  readonly status: EditStatus
  readonly author_id: string
  readonly human_id?: string
  readonly principal_id: string
  readonly base_version: number
  readonly text: Untrusted
  readonly title?: Untrusted
  readonly base: { readonly title: Untrusted; readonly blocks: readonly Block[] }
  /** edits that landed since, newest first */
  readonly landed: readonly string[]
}

interface Row {
  id: string
  pad_id: string
  status: EditStatus
  author_id: string
  human_id: string | null
  principal_id: string
  base_version: number
  text: string
  title: string | null
  landed: string[]
}

export const suggestions = fact<string, Suggestion>({
  name: 'edit.suggestion',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<Row[]>`
      select id, pad_id, status, author_id, human_id, principal_id, base_version, text, title, array(
        select edit_id from pad_version where pad_version.pad_id = edit.pad_id and version > edit.base_version
        order by version desc limit 20) as landed
      from edit where id = any(${ids as string[]}::text[]) and kind = 'suggestion'`
    const versions = await versionsAt(
      sql,
      rows.map(({ pad_id, base_version }) => ({ pad_id, version: base_version })),
    )
    return new Map(
      rows.map(({ human_id, text, title, ...row }) => {
        const base = versions.get(versionId({ pad_id: row.pad_id, version: row.base_version }))
        return [
          row.id,
          {
            ...row,
            text: untrusted(text),
            ...(title !== null && { title: untrusted(title) }),
            ...(human_id !== null && { human_id }),
            base: { title: base?.title ?? untrusted(''), blocks: base?.blocks ?? [] },
          },
        ]
      }),
    )
  },
})

/** Authors of the suggestions that wait on a pad. */
export const waitingOn = fact<string, readonly string[]>({
  name: 'edit.waiting',
  id: (pad) => pad,
  load: async (sql, pads) => {
    const rows = await sql<{ pad_id: string; authors: string[] }[]>`
      select pad_id, array_agg(author_id) as authors from edit
      where pad_id = any(${pads as string[]}::text[]) and status = 'proposed' group by pad_id`
    return new Map(rows.map(({ pad_id, authors }) => [pad_id, authors]))
  },
})
