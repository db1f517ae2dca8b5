import type { Sql } from '../client.ts'

/**
 * Runs the work where no other process runs work of the same name; gives undefined where one does.
 * The lock belongs to a connection: a process that dies holds nothing.
 */
export async function oneAtATime<Result>(
  sql: Sql,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const connection = await sql.reserve()
  try {
    const [row] = await connection<{ held: boolean }[]>`select pg_try_advisory_lock(hashtext(${name})) as held`
    if (!row?.held) return undefined
    try {
      return await work()
    } finally {
      await connection`select pg_advisory_unlock(hashtext(${name}))`
    }
  } finally {
    connection.release()
  }
}
