import type { ParticipantKind } from '../../src/rules/caller.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { effect } from '../effect.ts'

export interface ParticipantRow {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly name: Untrusted
  readonly human_id?: string
  readonly parent_id?: string
  readonly runs_on?: string
  /** ISO 8601 */
  readonly created_at: string
  readonly linked_at?: string
}

export const insertParticipants = effect<ParticipantRow>({
  name: 'participant.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into participant (id, kind, handle, name, human_id, parent_id, runs_on, created_at, linked_at)
    select id, kind, handle, name, human_id, parent_id, runs_on, created_at, linked_at
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as made (id text, kind text, handle text, name text,
      human_id text, parent_id text, runs_on text, created_at timestamptz, linked_at timestamptz)`,
})

/** The handle somebody goes by now; the one before stands in handle. */
export const setHandles = effect<{ readonly id: string; readonly handle: string }>({
  name: 'participant.handle',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update participant set handle = next.handle
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ handle }) => handle)}::text[]) as next (id, handle)
    where participant.id = next.id`,
})

/** Whose an agent is from here on: nobody's where human_id is left out, and then nobody's pause holds it either. */
export const setLinks = effect<{ readonly id: string; readonly human_id?: string; readonly linked_at?: string }>({
  name: 'participant.link',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update participant set human_id = next.human_id, linked_at = next.linked_at, paused_at = null
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => row.human_id ?? null)}::text[],
      ${rows.map((row) => row.linked_at ?? null)}::timestamptz[]) as next (id, human_id, linked_at)
    where participant.id = next.id`,
})

/** Platform moderators stop an account, or let it go on. */
export const setSuspensions = effect<{ readonly id: string; readonly at?: string }>({
  name: 'participant.suspend',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update participant set suspended_at = next.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at ?? null)}::timestamptz[]) as next (id, at)
    where participant.id = next.id`,
})

/** Its human stops an agent, or lets it go on. */
export const setPauses = effect<{ readonly id: string; readonly at?: string }>({
  name: 'participant.pause',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update participant set paused_at = next.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at ?? null)}::timestamptz[]) as next (id, at)
    where participant.id = next.id`,
})

/** When it was last refused for asking for keys. */
export const setAskedForKeys = effect<{ readonly id: string; readonly at: string }>({
  name: 'participant.asked_for_keys',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update participant set asked_for_keys_at = next.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) as next (id, at)
    where participant.id = next.id`,
})
