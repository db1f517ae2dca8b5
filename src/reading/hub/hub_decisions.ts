import type { Sql } from '../../../sql/client.ts'
import { decisionsByChange } from '../../../sql/reads/search/decisions.ts'
import type { SearchResult } from '../../records/search_result.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/reader.ts'

/** Returns the newest decisions of a hub, on the pads that the reader may see. */
export async function readHubDecisions(sql: Sql, reader: Reader, hub_id: string): Promise<readonly SearchResult[]> {
  const found = await decisionsByChange(sql, reader, { hub_id, limit: reads.hub.decisions })
  return found.map(({ level: _, made: __, ...one }) => one)
}
