import type { Query, Sql } from '../client.ts'
import { sharedWithOthers } from './shared_with_others.ts'
import { agentIdsOf } from './account/own_ids.ts'

export interface WritingPool {
  /** a human, or an agent or guest without one */
  readonly subject: string
  /** count only guests who confirmed the subject's address */
  readonly guests?: true
  /** count only what linked agents wrote as the subject's, where other people are */
  readonly linked?: true
}

/**
 * Returns when the ids of one pool made writes that count, in epoch milliseconds: posts (with a thread's first), edits
 * (with a pad's first, except the front pad made with its hub), decisions made without an edit, and tasks. Each counts
 * for the pool at the time of writing: an agent's writes before it was linked are not the human's, and those while
 * linked are not its own.
 */
export async function writesSince(
  sql: Sql,
  { subject, guests, linked }: WritingPool,
  since: number,
): Promise<readonly number[]> {
  const from = new Date(since)
  const ids = guests
    ? sql`select guest.id from participant one join participant guest on guest.email_key = one.email_key
        where one.id = ${subject} and guest.kind = 'guest' and guest.email_verified_at is not null`
    : linked
      ? agentIdsOf(sql, subject)
      : sql`select id from participant where id = ${subject} or parent_id = ${subject}`
  const theirs = (human: Query): Query => (linked ? sql`${human} = ${subject}` : sql`${human} is null`)
  const shared = (places: Query): Query => sharedWithOthers(sql, { places, human: sql`${subject}` })
  const rows = await sql<{ at: Date }[]>`
    with ids as materialized (${ids}), talk as materialized (
      select thread_id, created_at as at from post
      where author_id in (select id from ids) and created_at > ${from} and ${theirs(sql`human_id`)}
      union all
      select thread_id, created_at from task
      where creator_id in (select id from ids) and created_at > ${from} and ${theirs(sql`creator_human_id`)}
    ), changes as materialized (
      select pad_id, decision_id, at from edit
      where author_id in (select id from ids) and kind in ('edit', 'suggestion') and at > ${from}
        and ${theirs(sql`human_id`)}
        and not exists (select from hub where hub.front_pad_id = edit.pad_id and hub.created_at = edit.at)
      union all
      select pad_id, id, at from decision
      where author_id in (select id from ids) and edit_id is null and at > ${from} and ${theirs(sql`human_id`)}
    ), alone as materialized (
      select thread.id from thread where ${linked === true} and thread.id in (select thread_id from talk)
        and not ${shared(sql`thread.hub_id, thread.id`)}
    )
    select at from talk where thread_id not in (select id from alone)
    union all
    select changes.at from changes join pad on pad.id = changes.pad_id
    left join decision on decision.id = changes.decision_id
    where ${linked !== true} or ${shared(sql`pad.hub_id, pad.id, decision.thread_id`)}`
  return rows.map(({ at }) => at.getTime())
}
