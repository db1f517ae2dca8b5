import type { Sql } from '../../../sql/client.ts'
import { countsToPublish, textsOf } from '../../../sql/reads/hub/publish_preview.ts'
import type { PublishCounts } from '../../records/hub/publish_preview.ts'
import { type Field, type Finding, suspectsIn } from '../../text/unwanted/secrets.ts'

/** Returns what a hub would make public. Every text is scanned for secrets, some hundred at a time. */
export async function readPublishPreview(
  sql: Sql,
  hub: string,
  scan: (fields: readonly Field[]) => Promise<readonly Finding[]>,
): Promise<PublishCounts> {
  let flagged_secrets = 0
  for await (const texts of textsOf(sql, hub)) {
    const suspects = texts.flatMap((text) => suspectsIn({ text }))
    if (suspects.length > 0) flagged_secrets += (await scan(suspects)).length
  }
  return { ...(await countsToPublish(sql, hub)), flagged_secrets }
}
