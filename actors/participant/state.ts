import type { ParticipantKind } from '../../src/rules/caller.ts'
import type { Sql } from '../../sql/client.ts'
import { inboxStandings } from '../../sql/reads/account/inbox_standings.ts'
import { participantRows } from '../../sql/reads/account/participant_states.ts'
import { presentAs } from '../../src/records/present.ts'
import { emptyInbox, type Inbox, inboxFrom } from './inbox/inbox.ts'

export interface Participant {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly human_id?: string
  readonly parent_id?: string
  /** the account was deleted */
  readonly deleted?: true
  readonly inbox: Inbox
}

export async function loadParticipants(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Participant>> {
  const [rows, standings] = await Promise.all([participantRows(sql, ids), inboxStandings(sql, ids)])
  const inboxes = new Map(standings.map((standing) => [standing.participant_id, inboxFrom(standing)]))
  return new Map(
    rows.map(({ id, kind, handle, human_id, parent_id, deleted }) => [
      id,
      presentAs({
        id,
        kind,
        handle,
        inbox: inboxes.get(id) ?? emptyInbox,
        human_id,
        parent_id,
        deleted: deleted || undefined,
      }),
    ]),
  )
}
