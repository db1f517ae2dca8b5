import { factById } from '../../fact.ts'

/** The pads that a participant made or edited. */
export const padsWritten = factById.values<string>({
  name: 'pad.written',
  read: (sql, authors) => sql`
    select author_id as key, array_agg(distinct pad_id order by pad_id) as value from edit
    where author_id = any(${authors}) and version is not null group by author_id`,
})
