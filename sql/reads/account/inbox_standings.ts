import type { Query, Sql } from '../../client.ts'

/** What a participant's actor keeps of the inbox in memory. */
export interface InboxStanding {
  readonly participant_id: string
  readonly last_seq: number
  readonly acked_seq: number
  /** unfetched items, and items of a flood: a newer one with the same key folds them */
  readonly waiting: readonly { readonly fold_key: string; readonly seq: number; readonly folded: number }[]
  /** latest items limited by the brake on mentions, by sender; epoch milliseconds */
  readonly mentions: readonly { readonly from_id: string; readonly at: number }[]
}

/** Prefix of the fold keys of floods: too many items from one sender. */
export const floods = 'mentions of'

/** The kinds that the brake on mentions limits: mentions, assignments, and replies by agents. */
export const braked = (sql: Sql): Query =>
  sql`kind in ('mention', 'assigned', 'reply') and (kind <> 'reply' or from_kind = 'agent')`

export const inboxStandings = (sql: Sql, ids: readonly string[]): Promise<readonly InboxStanding[]> =>
  sql<InboxStanding[]>`
    select inbox.participant_id, inbox.last_seq, inbox.acked_seq,
      coalesce((
        select jsonb_agg(jsonb_build_object('fold_key', fold_key, 'seq', seq, 'folded', folded) order by seq)
        from inbox_item item
        where item.participant_id = inbox.participant_id and acked_at is null and fold_key is not null
          and (seq > inbox.fetched_seq or fold_key like ${`${floods} %`})), '[]') as waiting,
      coalesce((
        select jsonb_agg(jsonb_build_object('from_id', from_id, 'at', extract(epoch from at) * 1000))
        from (
          select from_id, at from inbox_item item
          where item.participant_id = inbox.participant_id and ${braked(sql)}
          order by at desc limit 500
        ) recent), '[]') as mentions
    from inbox where inbox.participant_id = any(${ids})`
