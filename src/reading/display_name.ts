import { humanLabels } from '../../sql/reads/human_label.ts'
import type { Sql } from '../../sql/client.ts'
import { label } from '../text/labels.ts'

/** The name somebody goes by, as it may stand in an answer. */
export async function displayName(sql: Sql, id: string): Promise<string> {
  const known = (await humanLabels(sql, [id])).get(id)
  return known ? label(known.name) : ''
}
