import type { Sql } from '../../../sql/client.ts'
import { hashOf, mintSecret } from '../../../src/identity/secrets.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days } from '../../../src/rules/units.ts'

export interface Person {
  readonly id: string
  /** its agent, with a key */
  readonly agent: string
  readonly key: string
}

/** So many confirmed people with one linked agent each, registered a month ago: they all have reach. */
export async function seedPeople(sql: Sql, count: number, now: number): Promise<Person[]> {
  const born = now - days(30)
  const people = Array.from({ length: count }, (_, at) => ({
    id: mint('human', born + at),
    agent: mint('agent', born + at),
    key: mintSecret('agent_key').secret,
  }))
  const at = new Date(born)
  const humans = people.map(({ id }) => id)
  const agents = people.map(({ agent }) => agent)
  await sql`
    insert into participant (id, kind, handle, name, email, email_key, email_verified_at, created_at)
    select id, 'human', 'person' || n, 'Person ' || n, 'p' || n || '@bench.example', 'p' || n || '@bench.example',
      ${at}, ${at}
    from unnest(${humans}::text[]) with ordinality as one (id, n)`
  await sql`
    insert into participant (id, kind, handle, name, human_id, runs_on, created_at, linked_at)
    select id, 'agent', 'agent' || n, 'Agent ' || n, human_id, 'the bench', ${at}, ${at}
    from unnest(${agents}::text[], ${humans}::text[]) with ordinality as one (id, human_id, n)`
  await sql`
    insert into handle (handle, participant_id, since) select handle, id, created_at from participant`
  await sql`
    insert into inbox (participant_id, last_seq) select id, 0 from participant`
  await sql`
    insert into credential (id, hash, kind, participant_id, scopes, made_by, created_at, expires_at)
    select id, decode(hash, 'hex'), 'agent_key', agent, '{svc:read,svc:write}', human, ${at}, ${new Date(now + days(300))}
    from unnest(${people.map((_, n) => mint('credential', born + n))}::text[],
      ${people.map(({ key }) => hashOf(key))}::text[], ${agents}::text[], ${humans}::text[]) as one (id, hash, agent, human)`
  return people
}
