import type { Sql } from '../../sql/client.ts'
import { peopleNamed } from '../../sql/reads/search/people.ts'
import type { Person } from '../render/model.ts'
import { reads } from '../rules/limits.ts'
import { begunName } from '../text/begun_name.ts'
import type { Untrusted } from '../text/untrusted.ts'
import { personOf } from './person.ts'

/** Finds participants who share a hub with the reader, when the query is nothing but the beginning of a name. */
export async function readPeopleNamed(sql: Sql, me: string, query: Untrusted): Promise<readonly Person[]> {
  const begins = begunName(query)
  if (begins === undefined) return []
  const rows = await peopleNamed(sql, me, { begins, limit: reads.people.page, looked: reads.people.looked })
  return rows.map((row) => personOf(row, nobody))
}

const nobody: ReadonlySet<string> = new Set()
