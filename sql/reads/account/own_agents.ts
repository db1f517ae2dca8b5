import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'
import { allValues, firstRecord, firstRow, records } from '../../rows.ts'
import { lastHere } from './last_here.ts'

export interface OwnAgent {
  readonly id: string
  readonly handle: string
  readonly name: Untrusted
  readonly runs_on?: string
  readonly linked_at?: Date
  readonly paused: boolean
  /** number of valid keys */
  readonly keys: number
  readonly last_active_at?: Date
}

/** A human's linked agents, without sub-agents, newest first. */
export const agentsOf = (sql: Sql, human: string, now: number): Promise<readonly OwnAgent[]> =>
  records<OwnAgent>(sql`
    select p.id, p.handle, p.name, p.runs_on, p.linked_at, p.paused_at is not null as paused,
      (select count(*)::int from credential
        where participant_id = p.id and kind = 'agent_key' and revoked_at is null and expires_at > ${new Date(now)}) as keys,
      ${lastHere(sql, sql`p.id`)} as last_active_at
    from participant p
    where p.human_id = ${human} and p.parent_id is null and p.kind = 'agent'
    order by p.id desc`)

export const agentOf = (sql: Sql, human: string, agent: string): Promise<OwnAgent | undefined> =>
  firstRecord(sql`
    select id, handle, name, runs_on, linked_at, paused_at is not null as paused, 0 as keys, null as last_active_at
    from participant where id = ${agent} and human_id = ${human} and parent_id is null and kind = 'agent'`)

/** A human's agents with handles under this one of the human's. */
export const agentsUnder = (
  sql: Sql,
  human: string,
  handle: string,
): Promise<readonly { readonly id: string; readonly handle: string }[]> =>
  sql<{ id: string; handle: string }[]>`
    select id, handle from participant
    where human_id = ${human} and parent_id is null and right(handle, ${handle.length + 1}) = ${`.${handle}`}
    order by id`

interface NamedAgent {
  readonly id: string
  readonly handle: string
  readonly paused: boolean
}

/**
 * Returns the human's agent to which a name refers. If it fits several, this order decides: id, handle, the handle's
 * first part, an earlier handle, an earlier handle's first part, display name.
 */
export const agentNamed = (sql: Sql, human: string, named: string): Promise<NamedAgent | undefined> =>
  firstRow(sql`
    select p.id, p.handle, p.paused_at is not null as paused
    from participant p
    left join lateral (
      select min(case when handle.handle = ${named} then 3 else 4 end) as rank from handle
      where handle.participant_id = p.id and handle.reserved_until is null
        and ${named} in (handle.handle, split_part(handle.handle, '.', 1))
    ) earlier on true
    cross join lateral (
      select case when p.id = ${named} then 0 when p.handle = ${named} then 1
        when split_part(p.handle, '.', 1) = ${named} then 2 when earlier.rank is not null then earlier.rank
        when lower(p.name) = ${named} then 5 end as rank
    ) fits
    where p.human_id = ${human} and p.parent_id is null and p.kind = 'agent' and fits.rank is not null
    order by fits.rank, p.id limit 1`)

/** Handles of a human's newest agents, without the @. */
export const agentHandles = (sql: Sql, human: string, most: number): Promise<readonly string[]> =>
  allValues(sql`
    select handle from participant where human_id = ${human} and parent_id is null and kind = 'agent'
    order by id desc limit ${most}`)
