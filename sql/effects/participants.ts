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
