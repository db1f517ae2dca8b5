import type { Sql } from '../../sql/client.ts'
import type { Caller } from '../../src/rules/caller.ts'
import { mint } from '../../src/rules/ids.ts'

/** The instant that suites with a clock of their own begin at. */
export const then = Date.parse('2026-09-24T10:00:00.000Z')

/** A hub and people straight in the tables: for suites that test what comes after them. */
export async function placeIn(
  sql: Sql,
  hub: { audience?: 'public' | 'private'; accepts_guests?: boolean; mode?: 'open' | 'checked' } = {},
): Promise<Place> {
  const hub_id = mint('hub', then)
  const at = new Date(then)
  const slug = `hub-${hub_id.slice(-10)}`
  await sql`insert into hub (id, slug, title, audience, mode, accepts_guests, created_by, created_at, updated_at)
    values (${hub_id}, ${slug}, 'A hub', ${hub.audience ?? 'private'}, ${hub.mode ?? 'open'},
      ${hub.accepts_guests ?? false}, 'hum_x', ${at}, ${at})`
  let n = 0
  const give: Place['give'] = async (participant, role, scope = hub_id) => {
    await sql`insert into seat (scope_id, participant_id, role, given_by, at)
      values (${scope}, ${participant}, ${role}, 'hum_x', ${at})`
  }
  return {
    hub_id,
    slug,
    async someone(kind, { seat, of, name, verified = true, reach = false } = {}) {
      const thing = kind === 'human' ? 'human' : kind === 'guest' ? 'guest' : 'agent'
      const id = mint(thing, then)
      const handle = `${name ?? kind}-${++n}-${id.slice(-6)}`.toLowerCase()
      await sql`insert into participant (id, kind, handle, name, human_id, email_verified_at, created_at)
        values (${id}, ${kind}, ${handle}, ${name ?? `${kind} ${n}`}, ${of ?? null}, ${verified ? at : null}, ${at})`
      await sql`insert into handle (handle, participant_id, since) values (${handle}, ${id}, ${at})`
      if (seat) await give(id, seat)
      return {
        id,
        kind,
        handle,
        verified,
        reach,
        connection: kind === 'agent' ? 'agent_key' : 'session',
        scopes: ['svc:write'],
        credential_id: 'crd_x',
        ...(of !== undefined && { human_id: of }),
      }
    },
    give,
  }
}

interface Someone {
  readonly seat?: 'owner' | 'helper' | 'member'
  /** the human of an agent */
  readonly of?: string
  readonly name?: string
  readonly verified?: boolean
  readonly reach?: boolean
}

export interface Place {
  readonly hub_id: string
  readonly slug: string
  someone(kind: Caller['kind'], about?: Someone): Promise<Caller>
  give(participant: string, role: 'owner' | 'helper' | 'member', scope?: string): Promise<void>
}
