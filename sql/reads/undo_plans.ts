import { timers } from '../../src/rules/limits.ts'
import type { Sql } from '../client.ts'

/** The human and all ids that count as one with somebody, without that one: linked agents, sub-agents, one address. */
export async function linkedIds(sql: Sql, id: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    with me as (
      select answering.id, answering.email_key, answering.email_verified_at from participant one
      left join participant parent on parent.id = one.parent_id
      join participant answering on answering.id = coalesce(one.human_id, parent.human_id, parent.id, one.id)
      where one.id = ${id}
    ), roots as (
      select id from me
      union select participant.id from participant, me where me.email_verified_at is not null
        and participant.email_key = me.email_key and participant.email_verified_at is not null
    ), agents as (
      select id from roots union select participant.id from participant join roots on participant.human_id = roots.id
    )
    select id from agents union select participant.id from participant join agents on participant.parent_id = agents.id`
  return rows.map((row) => row.id).filter((one) => one !== id)
}

export interface UndoCounts {
  readonly posts_hidden: number
  readonly tasks_reopened: number
  readonly suggestions_withdrawn: number
  readonly decisions_withdrawn: number
  readonly threads_folded: number
  /** pads with live edits */
  readonly pads: readonly { readonly id: string; readonly hidden: boolean }[]
}

export async function countUndoable(
  sql: Sql,
  {
    hub_id,
    participant_id,
    linked,
    at,
  }: { hub_id: string; participant_id: string; linked: readonly string[]; at: Date },
): Promise<UndoCounts> {
  const since = new Date(at.getTime() - timers.hideRecentPosts)
  const [[counts], pads] = await Promise.all([
    sql<Omit<UndoCounts, 'pads'>[]>`
      select
        (select count(*)::int from post join thread on thread.id = post.thread_id and thread.hub_id = ${hub_id}
          left join fold on fold.target_id = post.id and fold.level = 'hide'
          where post.author_id = any(${[...linked, participant_id]}::text[]) and post.created_at <= ${at}
            and post.deleted_at is null and fold.target_id is null
            and (post.author_id = ${participant_id} or post.created_at > ${since})) as posts_hidden,
        (select count(*)::int from thread left join fold on fold.target_id = thread.id
          where hub_id = ${hub_id} and starter_id = ${participant_id} and fold.target_id is null) as threads_folded,
        (select count(*)::int from task where hub_id = ${hub_id} and assignee_id = ${participant_id}
          and state not in ('open', 'done', 'cancelled')) as tasks_reopened,
        (select count(*)::int from edit where hub_id = ${hub_id} and author_id = ${participant_id}
          and status = 'proposed') as suggestions_withdrawn,
        (select count(*)::int from decision where hub_id = ${hub_id} and author_id = ${participant_id}
          and status = 'proposed') as decisions_withdrawn`,
    sql<{ id: string; hidden: boolean }[]>`
      select pad.id, exists (select from fold where target_id = pad.id and level = 'hide') as hidden
      from pad where hub_id = ${hub_id} and exists (
        select from edit where edit.pad_id = pad.id and author_id = ${participant_id} and status = 'live'
          and version is not null and kind in ('edit', 'accept', 'undo'))
      order by pad.id`,
  ])
  return { ...(counts as Omit<UndoCounts, 'pads'>), pads }
}
