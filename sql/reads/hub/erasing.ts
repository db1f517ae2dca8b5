import type { Sql } from '../../client.ts'

/** Some threads and pads of a private hub without seats; undefined when it has a seat or does not exist. */
export async function placesOf(sql: Sql, hub: string, limit: number): Promise<readonly string[] | undefined> {
  const [there] = await sql`
    select from hub where id = ${hub} and audience = 'private' and not exists (select from seat where scope_id = hub.id)`
  if (!there) return undefined
  const rows = await sql<{ id: string }[]>`
    (select id from thread where hub_id = ${hub} limit ${limit})
    union all (select id from pad where hub_id = ${hub} limit ${limit}) limit ${limit}`
  return rows.map(({ id }) => id)
}
