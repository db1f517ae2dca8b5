import { factById } from '../../fact.ts'

/** The threads that a participant started, found by its posts: the first one of each is theirs. */
export const threadsBegun = factById.values<string>({
  name: 'thread.begun',
  read: (sql, starters) => sql`
    select starter_id as key, array_agg(id order by id) as value from thread
    where starter_id = any(${starters})
      and id in (select thread_id from post where author_id = any(${starters}) and seq = 1)
    group by starter_id`,
})
