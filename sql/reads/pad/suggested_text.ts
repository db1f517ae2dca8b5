import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, firstRow } from '../../client.ts'

/** The whole text of an open suggestion on a pad, and the version it is based on. */
export const suggestedText = (
  sql: Sql,
  pad_id: string,
  edit_id: string,
): Promise<{ readonly text: Untrusted; readonly base_version: number } | undefined> =>
  firstRow(sql`
    select text, base_version from edit
    where id = ${edit_id} and pad_id = ${pad_id} and status = 'proposed' and text is not null`)
