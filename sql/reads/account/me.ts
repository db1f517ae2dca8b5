import type { Reader } from '../../../src/rules/caller.ts'
import { type Untrusted, untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, firstValue } from '../../client.ts'
import { openOnes } from '../to_decide/open.ts'

export async function nameOf(sql: Sql, id: string): Promise<Untrusted> {
  const [row] = await sql<{ name: Untrusted }[]>`select name from participant where id = ${id}`
  return row?.name ?? untrusted('')
}

/** A participant's name, and how many decisions wait for them. */
export async function nameAndWaits(
  sql: Sql,
  id: string,
  reader: Reader,
): Promise<{ readonly name: Untrusted; readonly waits: number }> {
  const [row] = await sql<{ name: Untrusted; waits: number }[]>`
    select name, (select count(*)::int from (${openOnes(sql, reader)}) open) as waits
    from participant where id = ${id}`
  return { name: row?.name ?? untrusted(''), waits: row?.waits ?? 0 }
}

export const runsOnOf = (sql: Sql, participant: string): Promise<string | undefined> =>
  firstValue(sql`select runs_on from participant where id = ${participant}`)
