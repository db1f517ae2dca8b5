import type { ParticipantKind } from '../../src/rules/caller.ts'
import type { Pausable } from '../../src/rules/lists.ts'
import type { Sql } from '../client.ts'

/** What platform moderators have stopped. */
export async function pausesNow(sql: Sql): Promise<readonly Pausable[]> {
  const rows = await sql<{ what: Pausable }[]>`select what from platform_pause order by what`
  return rows.map(({ what }) => what)
}

/** The address a person signs in with, where it is confirmed. */
export async function confirmedEmail(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ email: string | null }[]>`
    select email from participant where id = ${id} and kind = 'human' and email_verified_at is not null`
  return row?.email ?? undefined
}

export interface Moderated {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly human_id: string | null
  readonly parent_id: string | null
  /** ids that stop along with it: a human's agents, and sub-agents */
  readonly linked: number
}

/** Somebody by id or by a handle, current or earlier, in lower case without the @. */
export async function moderatedNamed(sql: Sql, named: string): Promise<Moderated | undefined> {
  const [row] = await sql<Moderated[]>`
    select me.id, me.kind, me.handle, me.human_id, me.parent_id,
      (select count(*)::int from participant other left join participant parent on parent.id = other.parent_id
        where me.id in (other.human_id, other.parent_id, parent.human_id)) as linked
    from participant me
    where me.id = coalesce((select participant_id from handle where handle = ${named} and reserved_until is null), ${named})`
  return row
}
