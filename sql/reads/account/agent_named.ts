import { type Sql, allValues, firstRow } from '../../client.ts'
import { isAgentOf } from './own_ids.ts'

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
    where ${isAgentOf(sql, sql`p`, human)} and fits.rank is not null
    order by fits.rank, p.id limit 1`)

/** Handles of a human's newest agents, without the @. */
export const agentHandles = (sql: Sql, human: string, most: number): Promise<readonly string[]> =>
  allValues(sql`
    select handle from participant where ${isAgentOf(sql, sql`participant`, human)}
    order by id desc limit ${most}`)
