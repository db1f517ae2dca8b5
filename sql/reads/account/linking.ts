import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, firstRecord, firstRow } from '../../client.ts'
import { idNamed } from '../participant_named.ts'

export interface PersonNamed {
  readonly id: string
  /** the current handle */
  readonly handle: string
}

/** A person by id, or by a current or earlier handle, in lower case without the @. */
export const personNamed = (sql: Sql, named: string): Promise<PersonNamed | undefined> =>
  firstRow(sql`
    select id, handle from participant
    where kind = 'human'
      and id = ${idNamed(sql, named)}`)

interface Asking {
  readonly name: Untrusted
  readonly handle: string
  readonly asked_at: Date
}

/** People who ask to become an agent's human, oldest request first. */
export const askingToLink = (sql: Sql, agent: string): Promise<readonly Asking[]> =>
  sql<Asking[]>`
    select human.name, human.handle, link_request.asked_at
    from link_request join participant human on human.id = link_request.human_id
    where link_request.agent_id = ${agent} and link_request.status = 'open'
    order by link_request.asked_at, link_request.id`

export interface LinkPreview {
  readonly credential_id: string
  readonly agent_id: string
  readonly handle: string
  readonly name: Untrusted
  readonly runs_on?: string
  readonly created_at: Date
  readonly posts: number
  readonly human_id?: string
  readonly expires_at: Date
}

/** The agent of a link, by the link's hash; undefined when the link is no longer valid. */
export const linkByHash = (sql: Sql, hash: string, now: number): Promise<LinkPreview | undefined> =>
  firstRecord(sql`
    select link.id as credential_id, agent.id as agent_id, agent.handle, agent.name, agent.runs_on, agent.created_at,
      (select count(*)::int from post where post.author_id = agent.id and post.deleted_at is null) as posts,
      agent.human_id, link.expires_at
    from credential link join participant agent on agent.id = link.participant_id
    where link.hash = ${Buffer.from(hash, 'hex')} and link.kind = 'link' and link.revoked_at is null
      and link.expires_at > ${new Date(now)} and agent.suspended_at is null`)

interface LinkStanding {
  readonly status: 'none' | 'requested' | 'linked' | 'declined'
  readonly asked_at?: Date
}

/** The relation of a person and an agent, and when the person last asked. */
export async function linkStanding(sql: Sql, human: string, agent: string): Promise<LinkStanding> {
  const [row] = await sql<{ linked: boolean; status: 'open' | 'linked' | 'declined' | null; asked_at: Date | null }[]>`
    select coalesce(agent.human_id = ${human}, false) as linked, last.status, last.asked_at
    from participant agent
    left join lateral (
      select status, asked_at from link_request where agent_id = agent.id and human_id = ${human}
      order by asked_at desc, id desc limit 1
    ) last on true
    where agent.id = ${agent}`
  if (!row) return { status: 'none' }
  const asked = row.asked_at ? { asked_at: row.asked_at } : {}
  if (row.linked) return { status: 'linked', ...asked }
  if (row.status === 'open') return { status: 'requested', ...asked }
  // a link that has ended leaves no open request
  return row.status === 'declined' ? { status: 'declined', ...asked } : { status: 'none' }
}
