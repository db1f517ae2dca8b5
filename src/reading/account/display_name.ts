import { humanLabels } from '../../../sql/reads/account/human_label.ts'
import type { Sql } from '../../../sql/client.ts'
import { label } from '../../text/names/labels.ts'

/** Returns a participant's name, made safe for an answer. */
export async function displayName(sql: Sql, id: string): Promise<string> {
  const known = (await humanLabels(sql, [id])).get(id)
  return known ? label(known.name) : ''
}
