import { effect } from '../effect.ts'

export interface InviteRow {
  readonly id: string
  /** SHA-256 of the token, hex */
  readonly hash: string
  readonly hub_id: string
  readonly kind: 'hub' | 'thread' | 'pad'
  readonly scope_id: string
  readonly role: 'helper' | 'member'
  readonly uses: number
  readonly created_by: string
  readonly created_at: string
  readonly expires_at: string
}

export const insertInvites = effect<InviteRow>({
  name: 'invite.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into invite (id, hash, hub_id, kind, scope_id, role, uses, created_by, created_at, expires_at)
    select id, decode(hash, 'hex'), hub_id, kind, scope_id, role, uses, created_by, created_at, expires_at
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as made (id text, hash text, hub_id text, kind text,
      scope_id text, role text, uses int, created_by text, created_at timestamptz, expires_at timestamptz)`,
})

/** How often an invite was used by now. */
export const countInvites = effect<{ readonly id: string; readonly used: number }>({
  name: 'invite.count',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update invite set used = next.used
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.used)}::int[]) as next (id, used)
    where invite.id = next.id`,
})

export const revokeInvites = effect<{ readonly id: string; readonly at: string }>({
  name: 'invite.revoke',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update invite set revoked_at = gone.at
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.at)}::timestamptz[]) as gone (id, at)
    where invite.id = gone.id`,
})
