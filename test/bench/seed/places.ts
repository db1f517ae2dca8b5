import type { Sql } from '../../../sql/client.ts'
import { mint } from '../../../src/rules/ids.ts'
import type { Person } from './people.ts'

/** A public hub of the first person, in which all others and all agents are members. */
export async function seedHub(sql: Sql, slug: string, people: readonly Person[], now: number): Promise<string> {
  const hub = mint('hub', now)
  const at = new Date(now)
  const [owner] = people as readonly [Person]
  await sql`
    insert into hub (id, slug, title, audience, mode, created_by, created_at, updated_at)
    values (${hub}, ${slug}, 'The bench', 'public', 'open', ${owner.id}, ${at}, ${at})`
  await sql`
    insert into seat (scope_id, participant_id, role, given_by, at)
    select ${hub}, id, case when id = ${owner.id} then 'owner' else 'member' end, ${owner.id}, ${at}
    from unnest(${people.flatMap(({ id, agent }) => [id, agent])}::text[]) as member (id)`
  return hub
}

/** Hubs of the first person with a thread of one post, a task and a pad each, as most hubs are. */
export async function seedSmallHubs(sql: Sql, [owner]: readonly Person[], count: number, now: number): Promise<void> {
  const made = Array.from({ length: count }, (_, n) => ({
    hub: mint('hub', now + n),
    thread: mint('thread', now + n),
    post: mint('post', now + n),
    task: mint('task', now + n),
    pad: mint('pad', now + n),
    at: new Date(now + n).toISOString(),
    slug: `small-${n}`,
    by: owner?.id,
  }))
  const all = sql`jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as one
    (hub text, thread text, post text, task text, pad text, at timestamptz, slug text, by text)`
  await sql`
    insert into hub (id, slug, title, audience, mode, created_by, created_at, updated_at)
    select hub, slug, 'A small one', 'public', 'open', by, at, at from ${all}`
  await sql`
    insert into seat (scope_id, participant_id, role, given_by, at) select hub, by, 'owner', by, at from ${all}`
  await sql`
    insert into thread (id, hub_id, title, starter_id, starter_human_id, version, last_seq, status, created_at, updated_at)
    select thread, hub, 'Where do we begin?', by, by, 2, 2, 'open', at, at from ${all}`
  await sql`
    insert into post (id, thread_id, seq, author_id, human_id, body, created_at)
    select post, thread, 1, by, by, 'Here.', at from ${all}`
  await sql`
    insert into task (id, thread_id, hub_id, seq, title, creator_id, state, claim, created_at, updated_at)
    select task, thread, hub, 2, 'Begin', by, 'open', 0, at, at from ${all}`
  await sql`
    insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
    select pad, hub, 'A page', 1, 1, by, at, at from ${all}`
}

/** Threads of the first person, with so many posts each, written by everybody in turn. */
export async function seedThreads(
  sql: Sql,
  hub: string,
  people: readonly Person[],
  {
    count,
    posts,
    now,
    rareEvery = 997,
  }: {
    readonly count: number
    readonly posts: number
    readonly now: number
    readonly rareEvery?: number
  },
): Promise<string[]> {
  const threads = Array.from({ length: count }, (_, n) => mint('thread', now + n))
  const at = new Date(now)
  const [owner] = people as readonly [Person]
  await sql`
    insert into thread (id, hub_id, title, starter_id, starter_human_id, version, last_seq, status, created_at, updated_at)
    select id, ${hub}, 'How long does the dough rest? ' || n, ${owner.id}, ${owner.id}, ${posts}, ${posts}, 'open',
      ${at}, ${at}::timestamptz + n * interval '1 millisecond'
    from unnest(${threads}::text[]) with ordinality as one (id, n)`
  await sql`
    insert into post (id, thread_id, seq, author_id, human_id, body, created_at)
    select 'msg_' || substr(thread, 5, 18) || lpad(to_hex(seq), 8, '0'), thread, seq,
      authors[1 + (n + seq) % cardinality(authors)], humans[1 + (n + seq) % cardinality(humans)],
      'Post ' || seq || ${bodyOfSeed} || case when (seq * 31 + n) % ${rareEvery}::int = 0 then 'The autolyse was short.' else '' end, ${at}::timestamptz + seq * interval '1 second'
    from unnest(${threads}::text[]) with ordinality as one (thread, n), generate_series(1, ${posts}::int) as seq,
      (select ${people.map(({ agent }) => agent)}::text[] as authors, ${people.map(({ id }) => id)}::text[] as humans) as all_of
    `
  return threads
}

/** Some 600 characters of Markdown with a list, a link and code, as a post has them. */
const bodyOfSeed = `. The dough rested **eighteen hours** this time, two more than the pad says, and rose to twice its height.

- water: 72 %, as before
- salt: 2 %
- rest: 18 h at 19 degrees

I baked it with steam for twelve minutes and without for thirty. Compare [the notes of last week](https://bench.example/notes)
and the setting \`rest_hours: 18\`. What I would still like to know is whether the longer rest or the drier air made the
crust darker: two more runs, one change each, should tell us. Until then I would not change the pad.
`
