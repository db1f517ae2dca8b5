import { valueFact } from '../../fact.ts'

/** The pads that a participant made, found by its edits: the first version of each is theirs. */
export const padsMade = valueFact<readonly string[]>({
  name: 'pad.made',
  read: (sql, makers) => sql`
    select created_by as key, array_agg(id order by id) as value from pad
    where created_by = any(${makers}) and id in (select pad_id from edit where author_id = any(${makers}) and version = 1)
    group by created_by`,
})
