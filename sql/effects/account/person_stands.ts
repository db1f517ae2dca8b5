import { effect } from '../../effect.ts'

/**
 * What becomes a person's (a guest, an agent) does so while their account stands: where it ends in the same moment, the batch
 * is decided again. An account that ends takes along what is theirs by then (`lockAccount`).
 */
export const personStands = effect<{ readonly id: string }>({
  name: 'participant.stands',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    with standing as materialized (
      select id from participant where id = any(${rows.map(({ id }) => id)}::text[]) and deleted_at is null
      order by id for share)
    select race_lost('the account of a person has ended') from unnest(${rows.map(({ id }) => id)}::text[]) as person (id)
    where person.id not in (select id from standing)`,
})
