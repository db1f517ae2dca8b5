import type { Sql } from '../client.ts'

/**
 * Runs the work unless another process runs work of the same name; then returns undefined. The lock belongs to a
 * connection, so a process that dies releases it.
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
