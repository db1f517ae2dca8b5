import { type Sql, allValues } from './client.ts'
import { hasTable } from './databases.ts'

/** The first migration before the regrouping: a database without it never had the names of then. */
const firstBefore = '0001_runtime'

/** The last migration before the regrouping by concern: a database that has it has the schema of the new ones. */
const lastBefore = '0059_decisions_found'

/** The last of the new migrations that replaced them. */
const lastOfThem = '0013_development'

/** This code has no path from the applied migrations. */
export class BetweenReleases extends Error {}

/**
 * Translates names of applied migrations (of a database, or of a backup) to the current ones. A database from before
 * 2026-11-22 has other names for the same schema; they stay in its list, for processes of that release that still run.
 */
export function currentNames(applied: readonly string[], known: readonly string[]): readonly string[] {
  if (!applied.includes(firstBefore)) return applied
  const last = applied.indexOf(lastBefore)
  if (last < 0)
    throw new BetweenReleases(
      `It stands at ${applied.at(-1)}, before what this version can go on from. Start the version of ${lastBefore} on it once, then this one.`,
    )
  // one that this code does not know came since, from a later release, if it was applied after the last of before
  const since = applied.filter((name, n) => name > lastOfThem && (known.includes(name) || n > last))
  return [...known.filter((name) => name <= lastOfThem), ...since]
}

/** Adds the current names beside the old ones, once, in a database that has the old ones. */
export async function renameApplied(sql: Sql, table: string, known: readonly string[]): Promise<void> {
  if (!(await hasTable(sql, table))) return
  await sql.begin(async (alone) => {
    await alone`lock table ${alone(table)} in exclusive mode`
    const applied = await allValues<string>(alone`select name from ${alone(table)} order by id`)
    const missing = currentNames(applied, known).filter((name) => !applied.includes(name))
    if (missing.length > 0)
      await alone`
        insert into ${alone(table)} (name, run_on)
        select today.name, last.run_on
        from unnest(${missing}::text[]) as today (name), ${alone(table)} as last
        where last.name = ${lastBefore}`
  })
}
