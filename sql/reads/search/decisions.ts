import type { Reader } from '../../../src/rules/caller.ts'
import { type Sql, records } from '../../client.ts'
import { decisionColumns, decisionIs, type FindableWanted, type Found } from './findable.ts'
import { limitTo } from '../limit_to.ts'

type DecisionsWanted = Pick<FindableWanted, 'hub_id' | 'is' | 'limit'> & {
  /** continue after this one */
  readonly before?: { readonly updated: Date; readonly id: string } | undefined
}

/** Decisions that the reader may see, the latest made or answered first. */
export function decisionsByChange(sql: Sql, reader: Reader, wanted: DecisionsWanted): Promise<readonly Found[]> {
  const { hub_id, is, before, limit } = wanted
  const changed = sql`coalesce(decision.answered_at, decision.at)`
  const newest = sql`
    select ${decisionColumns(sql, reader)}, 0 as level, decision.id as made
    from decision join pad on pad.id = decision.pad_id join hub on hub.id = pad.hub_id
    left join fold on fold.target_id = pad.id
    where ${decisionIs(sql, reader, is)}
      ${hub_id === undefined ? sql`` : sql`and decision.hub_id = ${hub_id}`}
      ${before === undefined ? sql`` : sql`and (${changed}, decision.id) < (${before.updated}, ${before.id})`}
    order by ${changed} desc, decision.id desc`
  return records(limitTo(sql, limit, newest))
}
