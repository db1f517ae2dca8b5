import { presentAs } from '../../../src/records/present.ts'
import { trackRecord } from '../../../src/rules/limits.ts'
import type { TrackRecord } from '../../../src/rules/track_record.ts'
import type { Sql } from '../../client.ts'
import { fact } from '../../fact.ts'
import { iso } from '../../../src/rules/units.ts'

interface RecordKey {
  readonly participant_id: string
  readonly hub_id: string
  /** epoch milliseconds: earlier folds no longer count */
  readonly folded_since: number
}

export const recordKey = ({ participant_id, hub_id }: Pick<RecordKey, 'participant_id' | 'hub_id'>): string =>
  `${participant_id} ${hub_id}`

interface Row {
  participant_id: string
  hub_id: string
  member_since: Date | null
  stood_since: Date[]
  folded_at: Date | null
}

/** A participant's work in a hub that others left standing, and when content of theirs was last folded there. */
export const trackRecords = fact<RecordKey, TrackRecord>({
  name: 'track_record',
  id: recordKey,
  load: recordsOf,
})

/** An accepted suggestion is its author's work from its acceptance on; the acceptance itself counts for no one. */
export async function recordsOf(sql: Sql, keys: readonly RecordKey[]): Promise<ReadonlyMap<string, TrackRecord>> {
  if (keys.length === 0) return new Map()
  const rows = await sql<Row[]>`
    select asked.participant_id, asked.hub_id,
      (select at from seat where scope_id = asked.hub_id and participant_id = asked.participant_id) as member_since,
      array(
        select at from (
          (select at from edit where author_id = asked.participant_id and hub_id = asked.hub_id
            and kind = 'edit' and status = 'live' order by at limit ${trackRecord.edits})
          union all
          (select answered_at from edit where author_id = asked.participant_id and hub_id = asked.hub_id
            and kind = 'suggestion' and status = 'accepted' and exists (
              select from edit went_in where went_in.suggestion_of = edit.id and went_in.kind = 'accept'
                and went_in.status = 'live')
            order by answered_at limit ${trackRecord.edits})
          union all
          (select result_at from task where result_by = asked.participant_id and hub_id = asked.hub_id
            and state = 'done' order by result_at limit ${trackRecord.edits})
        ) stood order by at limit ${trackRecord.edits}) as stood_since,
      (
        select max(fold.at) from fold
        left join post on post.id = fold.target_id
        left join thread on thread.id = coalesce(post.thread_id, fold.target_id)
        left join pad on pad.id = fold.target_id
        where fold.at > asked.folded_since and coalesce(thread.hub_id, pad.hub_id) = asked.hub_id
          and coalesce(post.author_id, thread.starter_id, pad.created_by) = asked.participant_id
      ) as folded_at
    from unnest(${keys.map((key) => key.participant_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
      ${keys.map((key) => iso(key.folded_since))}::timestamptz[]) as asked (participant_id, hub_id, folded_since)`
  return new Map(
    rows.map(({ member_since, stood_since, folded_at, ...key }) => [
      recordKey(key),
      presentAs({
        stood_since: stood_since.map((at) => at.getTime()),
        member_since: member_since?.getTime(),
        folded_at: folded_at?.getTime(),
      }),
    ]),
  )
}
