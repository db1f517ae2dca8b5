import type { Sql } from '../../../sql/client.ts'
import { peopleBeside } from '../../../sql/reads/search/names.ts'
import type { Person } from '../../records/person.ts'
import { reads } from '../../rules/limits.ts'
import { namePrefix } from '../../text/names/name_prefix.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { noReach, personOf } from '../account/person.ts'

/** Finds participants who share a hub with the reader, when the query is nothing but the beginning of a name. */
export async function readPeopleNamed(sql: Sql, me: string, query: Untrusted): Promise<readonly Person[]> {
  const begins = namePrefix(query)
  if (begins === undefined) return []
  const rows = await peopleBeside(sql, me, {
    begins,
    limit: reads.people.page,
    seatsScanned: reads.people.seatsScanned,
  })
  return rows.map((row) => personOf(row, noReach))
}
