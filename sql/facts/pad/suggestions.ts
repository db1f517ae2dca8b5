import type { Block } from '../../../src/text/blocks.ts'
import type { EditStatus } from '../../../src/rules/closed_lists.ts'
import { type Untrusted, untrusted } from '../../../src/text/untrusted.ts'
import { fact, factById } from '../../fact.ts'
import { inMs, records } from '../../client.ts'
import { parentOf } from '../../reads/account/one_human.ts'
import { isSuspended } from '../../reads/account/verified_account.ts'
import { landedShown } from './old_versions.ts'
import { standsRemoved } from '../../reads/hub/seats/seat_parts.ts'
import { versionId, versionsAt } from '../../reads/pad/layouts.ts'
import type { AuthorColumns } from '../../effects/pad/edits.ts'

/** A suggested edit: the whole new text, and the version it is based on. */
export interface Suggestion
  extends Pick<AuthorColumns, 'author_id' | 'author_kind' | 'human_id' | 'host' | 'principal_id'> {
  readonly id: string
  readonly pad_id: string
  readonly status: EditStatus
  /** of a sub-agent */
  readonly parent_id?: string
  readonly base_version: number
  /** when it goes in unless answered before, epoch milliseconds */
  readonly goes_in_at?: number
  /** its author has since been removed from the hub or the pad, or is suspended */
  readonly barred: boolean
  readonly text: Untrusted
  readonly title?: Untrusted
  readonly base: { readonly title: Untrusted; readonly blocks: readonly Block[] }
  /** edits that landed since, newest first */
  readonly landed: readonly string[]
}

const nothing = { title: untrusted(''), blocks: [] }

export const suggestions = fact<string, Suggestion>({
  name: 'edit.suggestion',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await records<Omit<Suggestion, 'base'>>(sql`
      select id, pad_id, status, author_id, author_kind, human_id, host, principal_id, base_version,
        ${parentOf(sql, sql`edit.author_id`)} as parent_id,
        ${inMs(sql, 'goes_in_at')} as goes_in_at, text,
        title, exists (
          select from removal where removal.participant_id = edit.author_id
            and ${standsRemoved(sql, { hub: sql`edit.hub_id`, part: sql`edit.pad_id` })})
          or ${isSuspended(sql, sql`edit.author_id`)} as barred, array(
        select edit_id from pad_version where pad_version.pad_id = edit.pad_id and version > edit.base_version
        order by version desc limit ${landedShown}) as landed
      from edit where id = any(${ids as string[]}::text[]) and kind = 'suggestion'`)
    const versions = await versionsAt(
      sql,
      rows.map(({ pad_id, base_version }) => ({ pad_id, version: base_version })),
    )
    return new Map(
      rows.map((row) => {
        const { title, blocks } = versions.get(versionId({ pad_id: row.pad_id, version: row.base_version })) ?? nothing
        return [row.id, { ...row, base: { title, blocks } }]
      }),
    )
  },
})

/** Authors of a pad's open suggestions; of a sub-agent's its parent. */
export const waitingOn = factById.values<string>({
  name: 'edit.waiting',
  read: (sql, pads) => sql`
    select pad_id as key, array_agg(coalesce(author.parent_id, author_id)) as value
    from edit left join participant author on author.id = author_id
    where pad_id = any(${pads}::text[]) and status = 'proposed' group by pad_id`,
})
