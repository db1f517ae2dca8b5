import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Query, Sql } from '../../client.ts'
import { fact } from '../../fact.ts'
import { groupsByKey, inMs, recordsByKey } from '../../records.ts'

export interface OpenRequest {
  readonly id: string
  readonly human_id: string
  /** epoch milliseconds */
  readonly asked_at: number
}

/** People who wait for an agent to accept them as its human, oldest request first. */
export const openRequests = fact<string, readonly OpenRequest[]>({
  name: 'link_request.open',
  id: (agent) => agent,
  load: (sql, agents) =>
    groupsByKey<OpenRequest>(sql`
      select agent_id as key, id, human_id, ${inMs(sql, 'asked_at')} as asked_at from link_request
      where agent_id = any(${agents as string[]}) and status = 'open' order by asked_at, id`),
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
export const openCodes = fact<string, readonly LinkCode[]>({
  name: 'link_code.open',
  id: (human) => human,
  load: (sql, humans) =>
    groupsByKey<LinkCode>(sql`
      select human_id as key, ${codeColumns(sql)} from link_code
      where human_id = any(${humans as string[]}) and ended_at is null order by created_at desc, id desc`),
})

export const linkCodes = fact<string, LinkCode>({
  name: 'link_code',
  id: (id) => id,
  load: (sql, ids) =>
    recordsByKey<LinkCode>(sql`
      select id as key, ${codeColumns(sql)} from link_code
      where id = any(${ids as string[]}) and ended_at is null`),
})

export interface Linkable {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly suspended: boolean
}

export const linkables = fact<string, Linkable>({
  name: 'participant.linkable',
  id: (id) => id,
  load: (sql, ids) =>
    recordsByKey<Linkable>(sql`
      select id as key, id, kind, handle, suspended_at is not null as suspended
      from participant where id = any(${ids as string[]}) and deleted_at is null`),
})

/** Ids of an agent's links for its human, newest first, revoked ones last. */
export const linksKept = fact<string, readonly string[]>({
  name: 'credential.links',
  id: (agent) => agent,
  async load(sql, agents) {
    const rows = await sql<{ participant_id: string; ids: string[] }[]>`
      select participant_id, array_agg(id order by revoked_at is not null, created_at desc, id desc) as ids
      from credential
      where participant_id = any(${agents as string[]}) and kind = 'link'
      group by participant_id`
    return new Map(rows.map(({ participant_id, ids }) => [participant_id, ids]))
  },
})

export interface LiveKey {
  readonly id: string
  readonly participant_id: string
  readonly made_by: string
  /** epoch milliseconds */
  readonly expires_at: number
}

/** An agent's own keys, not revoked; some may have expired. */
export const agentKeys = fact<string, readonly LiveKey[]>({
  name: 'credential.agent_keys',
  id: (agent) => agent,
  load: (sql, agents) =>
    groupsByKey<LiveKey>(sql`
        select participant_id as key, id, participant_id, made_by, ${inMs(sql, 'expires_at')} as expires_at from credential
        where participant_id = any(${agents as string[]}) and kind = 'agent_key' and revoked_at is null`),
})

/** Keys of an agent's sub-agents, not revoked; some may have expired. */
export const subagentKeys = fact<string, readonly LiveKey[]>({
  name: 'credential.sub_agent_keys',
  id: (parent) => parent,
  load: (sql, parents) =>
    groupsByKey<LiveKey>(sql`
        select sub.parent_id as key, key.id, key.participant_id, key.made_by,
          ${inMs(sql, 'key.expires_at')} as expires_at
        from participant sub join credential key on key.participant_id = sub.id
        where sub.parent_id = any(${parents as string[]}) and key.kind = 'sub_agent_key' and key.revoked_at is null`),
})

/**
 * Scopes of the seats that an agent has through its human: seats given by the human or by another of the human's
 * agents, and the owner's seat of a hub that the agent made for the human.
 */
export const seatsFromHuman = fact<{ readonly agent: string; readonly human: string }, readonly string[]>({
  name: 'seat.from_human',
  id: ({ agent, human }) => `${agent} ${human}`,
  async load(sql, keys) {
    const rows = await sql<{ agent: string; human: string; scopes: string[] }[]>`
      select asked.agent, asked.human, array_agg(seat.scope_id order by seat.scope_id) as scopes
      from unnest(${keys.map(({ agent }) => agent)}::text[], ${keys.map(({ human }) => human)}::text[])
        as asked (agent, human)
      join seat on seat.participant_id = asked.agent
      where seat.given_by = asked.human
        or seat.given_by in (
          select id from participant where participant.human_id = asked.human and participant.id <> asked.agent)
        or seat.role = 'owner' and exists (
          select from seat owner where owner.scope_id = seat.scope_id and owner.participant_id = asked.human
            and owner.role = 'owner')
      group by asked.agent, asked.human`
    return new Map(rows.map(({ agent, human, scopes }) => [`${agent} ${human}`, scopes]))
  },
})
