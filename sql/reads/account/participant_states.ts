import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Sql } from '../../client.ts'

interface ParticipantRow {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly human_id: string | null
  readonly parent_id: string | null
  readonly deleted: boolean
}

export const participantRows = (sql: Sql, ids: readonly string[]): Promise<readonly ParticipantRow[]> =>
  sql<
    ParticipantRow[]
  >`select id, kind, handle, human_id, parent_id, deleted_at is not null as deleted from participant where id = any(${ids})`
