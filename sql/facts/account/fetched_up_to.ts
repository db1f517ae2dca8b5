import { factById } from '../../fact.ts'

/** How far an inbox was fetched. Reads write it, so it is not part of the actor's state. */
export const fetchedUpTo = factById.number({
  name: 'inbox.fetched_seq',
  read: (sql, participants) => sql`
    select participant_id as key, fetched_seq as value from inbox where participant_id = any(${participants})`,
})
