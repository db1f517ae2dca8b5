import type { ParticipantKind } from '../../../src/rules/caller.ts'
import { type Query, type Sql, inMs } from '../../client.ts'
import { factBy, factById } from '../../fact.ts'

export interface OpenRequest {
  readonly id: string
  readonly human_id: string
  /** epoch milliseconds */
  readonly asked_at: number
}

/** People who wait for an agent to accept them as its human, oldest request first. */
export const openRequests = factById.list<OpenRequest>({
  name: 'link_request.open',
  read: (sql, agents) => sql`
    select agent_id as key, id, human_id, ${inMs(sql, 'asked_at')} as asked_at from link_request
    where agent_id = any(${agents}) and status = 'open' order by asked_at, id`,
})

export interface LinkCode {
  readonly id: string
  readonly human_id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly wrong: number
  /** epoch milliseconds */
  readonly expires_at: number
  readonly used_by?: string
}

const codeColumns = (sql: Sql): Query =>
  sql`id, human_id, encode(hash, 'hex') as hash, wrong, ${inMs(sql, 'expires_at')} as expires_at, used_by`

/** A human's codes that have not ended, newest first; some may have expired. */
export const openCodes = factById.list<LinkCode>({
  name: 'link_code.open',
  read: (sql, humans) => sql`
    select human_id as key, ${codeColumns(sql)} from link_code
    where human_id = any(${humans}) and ended_at is null order by created_at desc, id desc`,
})

export const linkCodes = factById.record<LinkCode>({
  name: 'link_code',
  read: (sql, ids) => sql`
    select id as key, ${codeColumns(sql)} from link_code
    where id = any(${ids}) and ended_at is null`,
})

interface Linkable {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly suspended: boolean
}

export const linkables = factById.record<Linkable>({
  name: 'participant.linkable',
  read: (sql, ids) => sql`
    select id as key, id, kind, handle, suspended_at is not null as suspended
    from participant where id = any(${ids}) and deleted_at is null`,
})

/** Ids of an agent's links for its human, newest first, revoked ones last. */
export const linksKept = factById.values<string>({
  name: 'credential.links',
  read: (sql, agents) => sql`
    select participant_id as key, array_agg(id order by revoked_at is not null, created_at desc, id desc) as value
    from credential where participant_id = any(${agents}) and kind = 'link' group by participant_id`,
})

/**
 * Scopes of the seats that an agent has through its human: seats given by the human or by another of the human's
 * agents, and the owner's seat of a hub that the agent made for the human.
 */
export const seatsFromHuman = factBy({ agent: 'text', human: 'text' }).values<string>({
  name: 'seat.from_human',
  read: (sql, asked) => sql`
    select asked.key, array_agg(seat.scope_id order by seat.scope_id) as value
    from ${asked} join seat on seat.participant_id = asked.agent
    where seat.given_by = asked.human
      or seat.given_by in (
        select id from participant where participant.human_id = asked.human and participant.id <> asked.agent)
      or seat.role = 'owner' and exists (
        select from seat owner where owner.scope_id = seat.scope_id and owner.participant_id = asked.human
          and owner.role = 'owner')
    group by asked.key`,
})
