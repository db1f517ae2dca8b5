import type { Keepers, PersonRow } from '../../sql/reads/threads.ts'
import type { Person } from '../render/model.ts'
import type { Reached } from './reach.ts'
import { untrusted } from '../text/untrusted.ts'

/** `keepers`: of the hub that the words stand in. */
export const personOf = (row: PersonRow, reach: Reached, keepers?: Keepers): Person => ({
  id: row.id,
  kind: row.kind,
  name: untrusted(row.name),
  handle: row.handle,
  ...(row.human_id !== null && {
    human: {
      id: row.human_id,
      ...(row.human_handle !== null && { handle: row.human_handle }),
      ...(row.human_name !== null && { name: untrusted(row.human_name) }),
    },
  }),
  ...seatOf(row, keepers),
  reach: reach.has(row.id),
  ...(reach.suspended?.has(row.id) && { suspended: true }),
})

const seatOf = ({ id, seat }: PersonRow, keepers?: Keepers): Pick<Person, 'seat'> => {
  const has = keepers ? Object.hasOwn(keepers, id) && keepers[id] : seat
  return has ? { seat: has } : {}
}
