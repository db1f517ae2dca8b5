import { connectSql } from './connect.ts'
import { type Sql, hasRow } from './client.ts'

/** Returns the URL of another database on the same server. */
export function urlOfDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

export async function createDatabase(server: Sql, name: string, template = 'template1'): Promise<void> {
  await server`create database ${server(name)} template ${server(template)}`
}

export const hasDatabase = (server: Sql, name: string): Promise<boolean> =>
  hasRow(server`select from pg_database where datname = ${name}`)

export const hasTable = (sql: Sql, name: string): Promise<boolean> =>
  hasRow(sql`select where to_regclass(${name}) is not null`)

/** Whether a server at this address accepts queries; false while it starts up. */
export async function answers(url: string): Promise<boolean> {
  const sql = connectSql(url, { max: 1, name: 'svc start' })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}
