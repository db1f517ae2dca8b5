import type { Untrusted } from '../../../src/text/untrusted.ts'
import { factById } from '../../fact.ts'

/** The display name of a participant. */
export const namesNow = factById.value<Untrusted>({
  name: 'participant.name',
  read: (sql, ids) => sql`select id as key, name as value from participant where id = any(${ids}::text[])`,
})
