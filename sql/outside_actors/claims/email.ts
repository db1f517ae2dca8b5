import type { Sql } from '../../client.ts'

interface ClaimedEmail {
  /** lower case, without +tag */
  readonly email_key: string
  readonly participant_id: string
}

interface Claim extends ClaimedEmail {
  /** maximum number of ids per address */
  readonly most: number
  /** epoch milliseconds */
  readonly now: number
}

/** Claims a permanent place for an id at an address: its existing one or a free one; false when none is left. */
export async function claimEmailPlace(sql: Sql, { email_key, participant_id, most, now }: Claim): Promise<boolean> {
  // after losing a race the next place is tried; there are at most `most` places to lose
  for (let tries = 0; tries <= most; tries++) {
    const rows = await sql`
      insert into email_place (email_key, place, participant_id, at)
      select ${email_key}, n, ${participant_id}, ${new Date(now)} from generate_series(1, ${most}) n
      where not exists (select from email_place taken where taken.email_key = ${email_key} and taken.place = n)
      order by n limit 1
      on conflict do nothing
      returning 1`
    if (rows.length > 0) return true
    const { mine, others } = await placesOf(sql, { email_key, participant_id })
    if (mine) return true
    if (others >= most) return false
  }
  return false
}

/** Returns whether an id has a place at an address, and how many other ids do. */
export async function placesOf(
  sql: Sql,
  { email_key, participant_id }: ClaimedEmail,
): Promise<{ readonly mine: boolean; readonly others: number }> {
  const [row] = await sql<{ mine: boolean; others: number }[]>`
    select coalesce(bool_or(participant_id = ${participant_id}), false) as mine,
      count(*) filter (where participant_id <> ${participant_id})::int as others
    from email_place where email_key = ${email_key}`
  return row ?? { mine: false, others: 0 }
}
