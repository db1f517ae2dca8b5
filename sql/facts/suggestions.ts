import type { Block } from '../../src/text/blocks.ts'
import type { ParticipantKind } from '../../src/rules/caller.ts'
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
  readonly author_kind: ParticipantKind
  readonly human_id?: string
  readonly host?: string
  readonly principal_id: string
  readonly base_version: number
  /** when it goes in unless somebody answers it (epoch ms) */
  readonly goes_in_at?: number
  /** its author was removed from the hub or the pad since */
  readonly removed: boolean
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
  author_kind: ParticipantKind
  human_id: string | null
  host: string | null
  principal_id: string
  base_version: number
  goes_in_at: Date | null
  removed: boolean
  text: string
  title: string | null
  landed: string[]
}

export const suggestions = fact<string, Suggestion>({
  name: 'edit.suggestion',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<Row[]>`
      select id, pad_id, status, author_id, author_kind, human_id, host, principal_id, base_version, goes_in_at, text,
        title, exists (
          select from removal where participant_id = edit.author_id
            and scope_id in (edit.hub_id, edit.pad_id)) as removed, array(
        select edit_id from pad_version where pad_version.pad_id = edit.pad_id and version > edit.base_version
        order by version desc limit 20) as landed
      from edit where id = any(${ids as string[]}::text[]) and kind = 'suggestion'`
    const versions = await versionsAt(
      sql,
      rows.map(({ pad_id, base_version }) => ({ pad_id, version: base_version })),
    )
    return new Map(
      rows.map(({ human_id, host, goes_in_at, text, title, ...row }) => {
        const base = versions.get(versionId({ pad_id: row.pad_id, version: row.base_version }))
        return [
          row.id,
          {
            ...row,
            text: untrusted(text),
            ...(title !== null && { title: untrusted(title) }),
            ...(human_id !== null && { human_id }),
            ...(host !== null && { host }),
            ...(goes_in_at && { goes_in_at: goes_in_at.getTime() }),
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
