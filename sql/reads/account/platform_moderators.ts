import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, allValues, firstRow, firstValue, records } from '../../client.ts'
import { idNamed } from '../participant_named.ts'

/** The address with which a person signs in, if confirmed. */
export const confirmedEmail = (sql: Sql, id: string): Promise<string | undefined> =>
  firstValue(sql`
    select email from participant where id = ${id} and kind = 'human' and email_verified_at is not null`)

interface Moderated {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly human_id: string | null
  readonly parent_id: string | null
  /** number of ids suspended along with it: a human's agents, and sub-agents */
  readonly linked: number
}

/** A participant by id, or by a current or earlier handle, in lower case without the @. */
export const moderatedNamed = (sql: Sql, named: string): Promise<Moderated | undefined> =>
  firstRow(sql`
    select me.id, me.kind, me.handle, me.human_id, me.parent_id,
      (select count(*)::int from participant other left join participant parent on parent.id = other.parent_id
        where me.id in (other.human_id, other.parent_id, parent.human_id)) as linked
    from participant me
    where me.id = ${idNamed(sql, named)}`)

/** Ids of people who confirmed one of these addresses, given in lower case. */
export const peopleWithEmails = (sql: Sql, emails: readonly string[]): Promise<readonly string[]> =>
  allValues(sql`
    select id from participant
    where kind = 'human' and email_verified_at is not null and lower(email) = any(${emails}) order by id`)

export interface PlatformReport {
  readonly id: string
  readonly kind: 'participant' | 'dm'
  readonly target: string
  readonly post_id?: string
  /** of a DM: the reported post, else the last one that the other side wrote until then; absent when it was deleted since */
  readonly post?: Untrusted
  /** who is reported: the post's author, else the DM's other side or the participant */
  readonly whom: { readonly id: string; readonly name: Untrusted; readonly handle: string; readonly suspended: boolean }
  readonly from: { readonly id: string; readonly name: Untrusted; readonly handle: string }
  readonly reason: string
  readonly note?: Untrusted
  readonly at: Date
  readonly settled: boolean
}

/** Reports about people and DMs: open ones first, then settled ones, each newest first. */
export const platformReports = (
  sql: Sql,
  { after, limit }: { after?: { readonly settled: boolean; readonly id: string } | undefined; limit: number },
): Promise<readonly PlatformReport[]> =>
  records<PlatformReport>(sql`
    select report.id, report.target_type as kind, report.target_id as target, report.post_id, coalesce(post.body, case when last.deleted_at is null then last.body end) as post,
      jsonb_build_object('id', whom.id, 'name', whom.name, 'handle', whom.handle,
        'suspended', whom.suspended_at is not null) as whom,
      jsonb_build_object('id', sender.id, 'name', sender.name, 'handle', sender.handle) as "from", report.reason, report.note, report.at, report.state <> 'open' as settled
    from report
    left join dm on report.target_type = 'dm' and dm.id = report.target_id
    left join post on post.id = report.post_id and post.deleted_at is null
    left join lateral (select case when dm.a_id = report.by_id then dm.b_id else dm.a_id end as id) other on true
    left join lateral (select body, deleted_at from post where post.thread_id = dm.id and report.post_id is null
      and post.author_id = other.id and post.created_at <= report.at and (post.deleted_at is null or post.deleted_at > report.at)
      order by post.seq desc limit 1) last on true
    join participant whom on whom.id = coalesce(post.author_id, other.id, report.target_id)
    join participant sender on sender.id = report.by_id
    where report.target_type in ('participant', 'dm')
      and (${after === undefined} or (report.state <> 'open') > ${after?.settled ?? false}
        or (report.state <> 'open') = ${after?.settled ?? false} and report.id < ${after?.id ?? ''})
    order by report.state <> 'open', report.id desc limit ${limit}`)
