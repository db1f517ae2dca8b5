import { effect } from '../effect.ts'

/** A person let this client in. One that goes by an address is not kept, so there is nothing to note. */
export const noteClientUsed = effect<{ readonly id: string; readonly at: string }>({
  name: 'oauth_client.used',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update oauth_client set used_at = used.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) as used (id, at)
    where oauth_client.id = used.id`,
})
