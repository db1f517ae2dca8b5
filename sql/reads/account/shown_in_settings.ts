import type { AskedAgent } from '../../../src/records/account.ts'
import type { AgentDoes, AgentEdit, AgentSeat, AgentWork } from '../../../src/records/home/own_agent.ts'
import { present } from '../../../src/records/present.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { records, type Sql } from '../../client.ts'
import { hidden } from '../may_read/readable_rows.ts'

interface Row {
  id: string
  seats: readonly AgentSeat[] | null
  work: (Omit<AgentWork, 'since'> & { since: string }) | null
  posts: number
  edits: number
  taken_back: number
  latest: readonly (Omit<AgentEdit, 'note' | 'at'> & { note: Untrusted | null; at: string })[] | null
}

/** What these agents of a person do. Making a pad is no edit, and edits are listed only in hubs where the person has a seat. */
export async function whatAgentsDo(
  sql: Sql,
  human: string,
  { agents, since, latest }: { readonly agents: readonly string[]; readonly since: Date; readonly latest: number },
): Promise<ReadonlyMap<string, AgentDoes>> {
  const rows = await sql<Row[]>`
    with mine as (select scope_id from seat where participant_id = ${human})
    select agent.id,
      (select json_agg(json_build_object('hub_id', hub.id, 'slug', hub.slug, 'title', hub.title, 'role', seat.role)
          order by hub.updated_at desc, hub.id)
        from seat join hub on hub.id = seat.scope_id where seat.participant_id = agent.id) as seats,
      (select json_build_object('thread_id', task.thread_id, 'title', task.title, 'since', task.updated_at)
        from task join thread on thread.id = task.thread_id
        where task.assignee_id = agent.id and task.state = 'working' and thread.hub_id in (select scope_id from mine)
        order by task.updated_at desc limit 1) as work,
      (select count(*)::int from post where author_id = agent.id and created_at > ${since} and deleted_at is null)
        as posts,
      counted.edits, counted.taken_back,
      (select json_agg(newest order by newest.at desc) from (
        select edit.id as edit_id, edit.pad_id, pad.title, edit.at, edit.note, edit.status = 'undone' as undone
        from edit join pad on pad.id = edit.pad_id
        where edit.author_id = agent.id and edit.kind in ('edit', 'accept') and edit.version > 1
          and edit.hub_id in (select scope_id from mine)
          and not ${hidden(sql, sql`pad.id`)}
        order by edit.at desc limit ${latest}) newest) as latest
    from participant agent
    cross join lateral (
      select count(*)::int as edits, count(*) filter (where edit.status = 'undone'
        and undo.author_id is distinct from agent.id)::int as taken_back
      from edit left join edit undo on undo.id = edit.undone_by
      where edit.author_id = agent.id and edit.at > ${since} and edit.kind in ('edit', 'accept') and edit.version > 1
    ) counted
    where agent.id = any(${agents}::text[]) and agent.human_id = ${human}`
  return new Map(rows.map(({ id, ...row }) => [id, doesOf(row)]))
}

const doesOf = ({ seats, work, latest, ...counts }: Omit<Row, 'id'>): AgentDoes => ({
  ...counts,
  seats: seats ?? [],
  ...present({ work: work ? { ...work, since: new Date(work.since) } : undefined }),
  latest: (latest ?? []).map(({ note, at, ...edit }) => ({ ...edit, at: new Date(at), ...present({ note }) })),
})

/** The task in work of each of these agents that has one, in hubs where the person has a seat. */
export async function workOfAgents(
  sql: Sql,
  human: string,
  agents: readonly string[],
): Promise<ReadonlyMap<string, AgentWork>> {
  const rows = await sql<(AgentWork & { id: string })[]>`
    select distinct on (task.assignee_id) task.assignee_id as id, task.thread_id, task.title, task.updated_at as since
    from task join thread on thread.id = task.thread_id
    where task.assignee_id = any(${agents}::text[]) and task.state = 'working'
      and thread.hub_id in (select scope_id from seat where participant_id = ${human})
    order by task.assignee_id, task.updated_at desc`
  return new Map(rows.map(({ id, ...work }) => [id, work]))
}

/** Agents that a person asked to link, which have not answered, or said no to what was asked since then; newest request first. */
export const agentsAsked = (sql: Sql, human: string, since: Date): Promise<readonly AskedAgent[]> =>
  records<AskedAgent>(sql`
    select agent.name, agent.handle, request.asked_at, nullif(request.status = 'declined', false) as declined
    from link_request request join participant agent on agent.id = request.agent_id
    where request.human_id = ${human} and agent.deleted_at is null and (request.status = 'open'
      or request.status = 'declined' and request.asked_at > ${since} and agent.human_id is null and not exists (
        select from link_request later where later.agent_id = agent.id and later.human_id = ${human}
          and later.asked_at > request.asked_at))
    order by request.asked_at desc`)

interface OwnHub {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  readonly role: AgentSeat['role']
}

/** Hubs in which a participant has a seat, by title. */
export const hubsSatIn = (sql: Sql, participant: string, limit: number): Promise<readonly OwnHub[]> =>
  sql<OwnHub[]>`
    select hub.id, hub.slug, hub.title, seat.role from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${participant} order by lower(hub.title), hub.id limit ${limit}`
