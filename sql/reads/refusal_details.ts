import { type Sql, firstRow, firstValue } from '../client.ts'
import type { ParticipantKind } from '../../src/rules/caller.ts'

/** Details that a refusal lacks: who was faster, which later change is in the way, which hub to join. */

interface Quicker {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly at: Date | null
}

/** Who gave a suggestion or decision this state, undid an edit, or has the task. */
export const quickerThan = (
  sql: Sql,
  { id, state }: { readonly id: string; readonly state: string },
): Promise<Quicker | undefined> =>
  firstRow(sql`
    select who.id, who.kind, who.handle, done.at from (
      select answered_by as by_id, answered_at as at from edit where id = ${id} and status = ${state}
      union all select answered_by, answered_at from decision where id = ${id} and status = ${state}
      union all select assignee_id, taken_at from task where id = ${id} and state = ${state}
    ) done join participant who on who.id = done.by_id`)

interface OnTop {
  readonly pad_id: string
  /** version of the edit to be undone */
  readonly from: number
  readonly author: string
  /** version of the newest live change after it to the same sections */
  readonly to: number
  readonly later_author: string
}

export const builtOnTop = (sql: Sql, edit_id: string): Promise<OnTop | undefined> =>
  firstRow(sql`
    select edit.pad_id, edit.version as "from", author.handle as author, later.version as "to",
      later_author.handle as later_author
    from edit
    join lateral (
      select version, author_id from edit later where later.pad_id = edit.pad_id and later.version > edit.version
        and later.status in ('live', 'accepted') and later.section_ids && edit.section_ids
      order by later.version desc limit 1
    ) later on true
    join participant author on author.id = edit.author_id
    join participant later_author on later_author.id = later.author_id
    where edit.id = ${edit_id}`)

/** The handle of the participant who paused a hub's agents. */
export const pauserOf = (sql: Sql, hub_id: string): Promise<string | undefined> =>
  firstValue(sql`
    select handle from agents_pause join participant on participant.id = by_id where hub_id = ${hub_id}`)

/** The slug of a public hub that contains one of these ids, or that is named by id or slug. */
export const publicHubOf = (sql: Sql, ids: readonly string[]): Promise<string | undefined> =>
  firstValue(sql`
    select slug from hub where audience = 'public' and (id = any (${ids}::text[]) or slug = any (${ids}::text[])
      or id in (
        select hub_id from thread where id = any (${ids}::text[])
        union all select hub_id from pad where id = any (${ids}::text[])
        union all select hub_id from task where id = any (${ids}::text[])
        union all select hub_id from edit where id = any (${ids}::text[])
        union all select thread.hub_id from post join thread on thread.id = post.thread_id
          where post.id = any (${ids}::text[])
      )) limit 1`)
