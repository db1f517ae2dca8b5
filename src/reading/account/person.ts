import type { Author } from '../../../sql/reads/pad/authors.ts'
import type { Keepers, PersonRow } from '../../../sql/reads/thread/thread_row.ts'
import { present } from '../../records/present.ts'
import type { Person } from '../../records/person.ts'
import type { Reached } from './reach.ts'

/** For answers that show no links of these people, or in which reach does not decide about links. */
export const noReach: Reached = new Set()

/** `keepers`: owner and helpers of the hub that the words stand in. */
export const personOf = (row: PersonRow, reach: Reached, keepers?: Keepers): Person =>
  present({
    id: row.id,
    kind: row.kind,
    name: row.name,
    handle: row.handle,
    human:
      row.human_id === null
        ? undefined
        : present({
            id: row.human_id,
            handle: row.human_handle,
            name: row.human_name,
          }),
    ...seatOf(row, keepers),
    ...standing(row.id, reach),
  })

/** The same of the author of an edit or a decision. */
export const personWith = (author: Author, reach: Reached, keepers: Keepers): Person =>
  present({ ...author, ...seatOf(author, keepers), ...standing(author.id, reach) })

const standing = (id: string, reach: Reached) => ({
  reach: reach.has(id),
  suspended: reach.suspended?.has(id) ? true : undefined,
})

const seatOf = ({ id, seat }: Pick<PersonRow, 'id' | 'seat'>, keepers?: Keepers): Pick<Person, 'seat'> => {
  const has = keepers ? Object.hasOwn(keepers, id) && keepers[id] : seat
  return has ? { seat: has } : {}
}
