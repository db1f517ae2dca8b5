import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'
import { lastHere } from '../account/last_here.ts'
import { isAgentOf } from '../account/own_ids.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'

export interface AgentNowRow {
  readonly agent: PersonRow
  readonly runs_on: string | null
  readonly paused: boolean
  readonly last_call_at: Date | null
  /** has a valid key */
  readonly keyed: boolean
  readonly key_ends_at: Date | null
  readonly task_id: string | null
  readonly task_title: Untrusted | null
  readonly task_state: 'taken' | 'working' | 'blocked' | null
  readonly task_thread: string | null
  readonly task_at: Date | null
  readonly edits: number
  readonly posts: number
}

/** Counts stop here: pages show more as "many". */
const counted = 1_000

/** A person's linked agents: those at work first, then by latest call. */
export const agentsNow = (
  sql: Sql,
  human: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<readonly AgentNowRow[]> =>
  sql<AgentNowRow[]>`
    select ${person(sql, sql`agent`, sql`human`)} as agent, agent.runs_on, agent.paused_at is not null as paused,
      called.last as last_call_at, keys.n > 0 as keyed, keys.ends as key_ends_at, doing.id as task_id,
      doing.title as task_title, doing.state as task_state, doing.thread_id as task_thread,
      coalesce(doing.taken_at, doing.updated_at) as task_at,
      (select count(*)::int from (
        select from edit where author_id = agent.id and at > ${since} and version is not null limit ${counted}) made) as edits,
      (select count(*)::int from (
        select from post where author_id = agent.id and created_at > ${since} limit ${counted}) wrote) as posts
    from participant agent join participant human on human.id = agent.human_id
    left join lateral (select ${lastHere(sql, sql`agent.id`)} as last) called on true
    left join lateral (
      select count(*)::int as n, max(expires_at) as ends from credential
      where participant_id = agent.id and kind = 'agent_key' and revoked_at is null and expires_at > ${now}) keys on true
    left join lateral (
      select id, title, state, thread_id, taken_at, updated_at from task
      where assignee_id = agent.id and state in ('working', 'blocked', 'taken')
      order by array_position(array['working', 'blocked', 'taken'], state), updated_at desc limit 1) doing on true
    where ${isAgentOf(sql, sql`agent`, human)}
    order by doing.state is not distinct from 'working' desc, called.last desc nulls last, agent.id desc limit ${limit}`
