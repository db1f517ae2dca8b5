import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Query, type Sql, allValues, inMs } from '../../client.ts'
import { partOfAccount } from './part_of_account.ts'
import { underWay } from '../thread/task_parts.ts'

interface Dependant {
  readonly id: string
  readonly kind: 'agent' | 'guest'
  readonly handle: string
}

/** A person's agents and former guest ids; an agent's sub-agents. */
export const dependantsOf = (sql: Sql, id: string): Promise<readonly Dependant[]> =>
  sql<Dependant[]>`
    select id, kind, handle from participant
    where (human_id = ${id} and parent_id is null or parent_id = ${id}) and deleted_at is null order by id`

interface Ownership {
  /** the ids whose hubs are meant */
  readonly owners: readonly string[]
  /** ids that count as the same person */
  readonly own: readonly string[]
}

export interface OwnedHub {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  /** another person is an owner too */
  readonly shared: boolean
  /** another person has a seat */
  readonly others: boolean
  /** one of them could be made the owner: a person, not suspended */
  readonly heir: boolean
}

/** Keeps everything else from becoming this person's until this transaction ends (`personStands`). */
export async function lockAccount(sql: Sql, id: string): Promise<void> {
  await sql`select from participant where id = ${id} for update`
}

/** Locks the seats of these ids until this transaction ends: no one becomes an owner while their account is being deleted. */
export async function lockSeats(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`select from seat where participant_id = any(${ids}) order by scope_id, participant_id for update`
}

/** Of these, those that would be left without an owner while others sit in them. */
export const needsOwner = ({ shared, others: sit }: OwnedHub): boolean => sit && !shared

export const hubsOwned = (sql: Sql, { owners, own }: Ownership): Promise<readonly OwnedHub[]> =>
  sql<OwnedHub[]>`
    select hub.id, hub.slug, hub.title,
      exists (select from ${others(sql, own)} and other.role = 'owner') as shared,
      exists (select from ${others(sql, own)}) as others,
      exists (select from ${others(sql, own)} and one.kind = 'human' and one.suspended_at is null) as heir
    from hub where hub.id in (
      select scope_id from seat where role = 'owner' and participant_id = any(${owners}))
    order by hub.slug`

/** The seats of others. */
const others = (sql: Sql, own: readonly string[]): Query => sql`
  seat other join participant one on one.id = other.participant_id
  where other.scope_id = hub.id and other.participant_id <> all(${own})
    and not ${partOfAccount(sql, sql`one`)}`

export interface TaskGiven {
  readonly id: string
  readonly thread_id: string
  /** when it would fall open for want of progress, epoch milliseconds */
  readonly idle_at: number
}

/** The tasks that a participant has and that could fall open. */
export const tasksGivenTo = (sql: Sql, id: string): Promise<readonly TaskGiven[]> =>
  sql<TaskGiven[]>`
    select id, thread_id, ${inMs(sql, 'idle_at')} as idle_at from task
    where assignee_id = ${id} and ${underWay(sql)} order by id`

/** A participant's DMs in which somebody writes, may write again or waits: open, requested, or so until they were blocked. */
export const livingDms = (sql: Sql, id: string): Promise<readonly string[]> =>
  allValues(sql`
    select id from dm where (a_id = ${id} or b_id = ${id})
      and (status in ('open', 'requested') or status = 'blocked' and (was_open or answered_at is null)) order by id`)
