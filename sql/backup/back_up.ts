import { type Sql, allValues } from '../client.ts'
import { connectSql } from '../connect.ts'
import { frameOf } from './frames.ts'

/**
 * Dumps the whole database from one snapshot while it is in use: table after table, in PostgreSQL's COPY text format.
 * Needs no client program such as pg_dump, which the npm package of the server does not include.
 */
export async function* backUp(databaseUrl: string): AsyncGenerator<Buffer> {
  const sql = connectSql(databaseUrl, { max: 1, name: 'svc backup' })
  const reserved = (await sql.reserve()) as unknown as Sql & { release(): void }
  try {
    await reserved`begin isolation level repeatable read read only`
    const migrations = await allValues(reserved`select name from schema_migrations order by id`)
    yield frameOf({ kind: 'head', said: { version: 1, migrations } })
    const tables = await tablesOf(reserved)
    for (const { name, columns } of tables) {
      yield frameOf({ kind: 'table', said: { name, columns } })
      const rows = await reserved`copy ${reserved(name)} (${reserved(columns)}) to stdout`.readable()
      for await (const bytes of rows) yield frameOf({ kind: 'rows', bytes: bytes as Buffer })
      // postgres.js stops reading its connection where much of a table waits, until more of it is asked for. At the end of a
      // table nobody asks, and no further answer would ever be read
      rows._read(0)
    }
    await reserved`commit`
    yield frameOf({ kind: 'end', said: { tables: tables.length } })
  } finally {
    reserved.release()
    await sql.end({ timeout: 1 })
  }
}

interface Table {
  readonly name: string
  readonly columns: string[]
}

/** Generated columns are omitted: they are computed again. */
const tablesOf = (sql: Sql): Promise<Table[]> => sql<Table[]>`
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname = current_schema() and c.relname <> 'schema_migrations'
  group by c.relname order by c.relname`
