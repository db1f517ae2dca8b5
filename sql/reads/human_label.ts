import { type Untrusted, untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

export interface HumanLabel {
  readonly name: Untrusted
  readonly handle: string
}

export async function humanLabel(sql: Sql, id: string): Promise<HumanLabel | undefined> {
  const [row] = await sql<{ name: string; handle: string }[]>`select name, handle from participant where id = ${id}`
  return row && { name: untrusted(row.name), handle: row.handle }
}
