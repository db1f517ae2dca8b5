import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'

interface NewClient {
  /** client_ */
  readonly id: string
  readonly name?: Untrusted
  readonly redirect_uris: readonly string[]
  /** epoch milliseconds */
  readonly now: number
}

/** Stores a client that registered itself: it belongs to no participant, so no actor writes it. */
export async function keepClient(sql: Sql, { id, name, redirect_uris, now }: NewClient): Promise<void> {
  await sql`
    insert into oauth_client (id, name, redirect_uris, created_at)
    values (${id}, ${name === undefined ? null : words(name)}, ${redirect_uris}, ${new Date(now)})`
}
