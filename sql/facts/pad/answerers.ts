import { presentAs } from '../../../src/records/present.ts'
import { inbox } from '../../../src/rules/limits.ts'
import type { TrackRecord } from '../../../src/rules/track_record.ts'
import type { Sql } from '../../client.ts'
import { fact } from '../../fact.ts'
import { firstOfAddress } from '../../reads/account/one_human.ts'
import { keeps, taken, seatRank } from '../../reads/hub/seats/seat_parts.ts'
import { isSuspended } from '../../reads/account/verified_account.ts'
import { recordKey, recordsOf } from '../account/track_record.ts'

interface AnswerersKey {
  readonly pad_id: string
  readonly hub_id: string
  /** the kind of what waits */
  readonly what: 'suggestion' | 'decision'
  /** left out of the answerers */
  readonly author_id: string
  /** epoch milliseconds: folds before it do not count against a track record */
  readonly folded_since: number
}

export interface Answerer {
  readonly id: string
  readonly principal_id: string
  /** of a member of a Checked hub, who may check only with a sufficient one; absent for all others */
  readonly record?: TrackRecord
}

interface Row {
  readonly pad_id: string
  readonly hub_id: string
  readonly what: AnswerersKey['what']
  readonly author_id: string
  readonly id: string
  readonly principal_id: string
  readonly by_record: boolean
}

const keyOf = ({ pad_id, what, author_id }: Omit<AnswerersKey, 'hub_id' | 'folded_since'>): string =>
  `${pad_id} ${what} ${author_id}`

/** So many stand ready, in case some are suspended. */
const candidates = 2 * inbox.answerersTold

/** Editors of this many of the newest versions come first. */
const versionsLookedAt = 1_000

/**
 * Returns who can answer what waits on a pad, people first. Suggestions: owner and helpers; in an Open hub its members,
 * in a Checked one those with edits or task results there; of agents only those of owner and helpers. Decisions: owner
 * and helpers, in an Open hub every member.
 * At most `inbox.answerersTold`, chosen in this order: owner and helpers, the people who edited this pad last, the
 * agents of owner and helpers, the others. Whether they are suspended is asked of at most twice as many, one by one
 * until there are enough, not of every member: within a select of its own it is no join, which the server might make for all at once.
 */
export const answerers = fact<AnswerersKey, readonly Answerer[]>({
  name: 'pad.answerers',
  id: keyOf,
  load: async (sql, keys) => {
    const rows = await whoCanAnswer(sql, keys)
    const since = new Map(keys.map((key) => [key.pad_id, key.folded_since]))
    const checkers = rows.filter(({ by_record }) => by_record)
    const records = await recordsOf(
      sql,
      checkers.map(({ id, hub_id, pad_id }) => ({ participant_id: id, hub_id, folded_since: since.get(pad_id) ?? 0 })),
    )
    const found = new Map<string, Answerer[]>()
    for (const { hub_id, id, principal_id, by_record, ...asked } of rows) {
      const ofPad = found.get(keyOf(asked)) ?? []
      found.set(keyOf(asked), ofPad)
      const record = records.get(recordKey({ participant_id: id, hub_id })) ?? { stood_since: [] }
      ofPad.push(presentAs({ id, principal_id, record: by_record ? record : undefined }))
    }
    return found
  },
})

const whoCanAnswer = (sql: Sql, keys: readonly AnswerersKey[]): Promise<readonly Row[]> =>
  sql<Row[]>`
    select asked.pad_id, asked.hub_id, asked.what, asked.author_id, one.id, one.by_record,
      coalesce(one.human_id, same.id, one.id) as principal_id
    from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
      ${keys.map((key) => key.what)}::text[], ${keys.map((key) => key.author_id)}::text[])
      as asked (pad_id, hub_id, what, author_id)
    join hub on hub.id = asked.hub_id
    left join fold on fold.target_id = asked.pad_id and fold.level = 'hide'
    left join locked on locked.target_id = asked.pad_id
    cross join lateral (select * from (
      select * from (
        select me.id, me.kind, me.human_id, me.email_key,
          me.email_verified_at is not null as verified, ${keeps(sql, sql`role`)} as keeps,
          coalesce(of_keeper.yes, false) as of_keeper, role = 'member' and hub.mode = 'checked' as by_record, last
        from (
          select distinct on (participant_id) participant_id, role from seat
          where scope_id in (asked.hub_id, asked.pad_id) and participant_id <> asked.author_id
            and not ${taken(sql, sql`seat`)}
          order by participant_id, ${seatRank(sql, sql`role`)}
        ) seated
        join participant me on me.id = participant_id
        left join lateral (
          select true as yes from seat where me.kind = 'agent' and seat.scope_id = asked.hub_id
            and seat.participant_id = me.human_id and ${keeps(sql, sql`seat.role`)}) of_keeper on true
        left join (
          select coalesce(human_id, author_id) as editor_id, max(edit.version) as last from edit
          where edit.pad_id = asked.pad_id and edit.version > (
            select version - ${versionsLookedAt} from pad where pad.id = asked.pad_id)
          group by editor_id
        ) edited on editor_id = coalesce(me.human_id, me.id)
      ) there
      where keeps or fold.target_id is null and locked.target_id is null and case
        when asked.what = 'decision' then hub.mode = 'open'
        when kind = 'agent' and not of_keeper then false
        when hub.mode = 'open' then true
        else exists (select from edit where author_id = there.id and edit.hub_id = asked.hub_id)
          or exists (select from task where result_by = there.id and task.hub_id = asked.hub_id) end
      order by keeps desc, keeps and kind = 'agent', (kind <> 'agent' and last is not null) desc, of_keeper desc,
        kind = 'agent', last desc nulls last, id
      limit ${candidates}
    ) candidate where (select not ${isSuspended(sql, sql`candidate.id`)}) limit ${inbox.answerersTold}) one
    ${firstOfAddress(sql, 'one')}
    order by one.kind = 'agent', one.keeps desc, one.last desc nulls last, one.id`
