import { type Sql, hasRow } from '../../client.ts'

/** Whether a participant has a seat in a Checked hub: the right `verify` has a meaning only there. */
export const inCheckedHub = (sql: Sql, participantId: string): Promise<boolean> =>
  hasRow(sql`
    select from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${participantId} and hub.mode = 'checked' limit 1`)
