import { factById } from '../../fact.ts'

/** The pads that an agent wrote in and whose sections remember it as a human of its own, for the rule about edit wars. */
export const padsNaming = factById.values<string>({
  name: 'pad.naming',
  read: (sql, authors) => sql`
    select author_id as key, array_agg(pad_id order by pad_id) as value from (
      select distinct author_id, pad_id from edit where author_id = any(${authors}) and version is not null) written
    where exists (
      select from section where section.pad_id = written.pad_id
        and position(written.author_id in concat(section.past, section.reversals, section.fighters)) > 0)
    group by author_id`,
})
