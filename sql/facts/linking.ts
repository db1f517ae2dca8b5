import type { ParticipantKind } from '../../src/rules/caller.ts'
import { fact } from '../fact.ts'

export interface OpenRequest {
  readonly id: string
  readonly human_id: string
  /** ISO 8601 */
  readonly asked_at: string
}

/** Who waits for an agent's answer whether they are its human, the first first. */
export const openRequests = fact<string, readonly OpenRequest[]>({
  name: 'link_request.open',
  id: (agent) => agent,
  async load(sql, agents) {
    const rows = await sql<{ id: string; agent_id: string; human_id: string; asked_at: Date }[]>`
      select id, agent_id, human_id, asked_at from link_request
      where agent_id = any(${agents as string[]}) and status = 'open' order by asked_at, id`
    const open = new Map<string, OpenRequest[]>()
    for (const { agent_id, id, human_id, asked_at } of rows) {
      open.set(agent_id, [...(open.get(agent_id) ?? []), { id, human_id, asked_at: asked_at.toISOString() }])
    }
    return open
  },
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

interface CodeRow {
  id: string
  human_id: string
  hash: Buffer
  wrong: number
  expires_at: Date
  used_by: string | null
}

const codeFrom = ({ hash, expires_at, used_by, ...row }: CodeRow): LinkCode => ({
  ...row,
  hash: hash.toString('hex'),
  expires_at: expires_at.getTime(),
  ...(used_by !== null && { used_by }),
})

/** A human's codes that have not ended, the newest first; some may be past their hour. */
export const openCodes = fact<string, readonly LinkCode[]>({
  name: 'link_code.open',
  id: (human) => human,
  async load(sql, humans) {
    const rows = await sql<CodeRow[]>`
      select id, human_id, hash, wrong, expires_at, used_by from link_code
      where human_id = any(${humans as string[]}) and ended_at is null order by created_at desc, id desc`
    const open = new Map<string, LinkCode[]>()
    for (const row of rows) open.set(row.human_id, [...(open.get(row.human_id) ?? []), codeFrom(row)])
    return open
  },
})

export const linkCodes = fact<string, LinkCode>({
  name: 'link_code',
  id: (id) => id,
  async load(sql, ids) {
    const rows = await sql<CodeRow[]>`
      select id, human_id, hash, wrong, expires_at, used_by from link_code
      where id = any(${ids as string[]}) and ended_at is null`
    return new Map(rows.map((row) => [row.id, codeFrom(row)]))
  },
})

export interface Linkable {
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  readonly suspended: boolean
}

/** Somebody an agent may be linked to. */
export const linkables = fact<string, Linkable>({
  name: 'participant.linkable',
  id: (id) => id,
  async load(sql, ids) {
    const rows = await sql<Linkable[]>`
      select id, kind, handle, suspended_at is not null as suspended
      from participant where id = any(${ids as string[]}) and deleted_at is null`
    return new Map(rows.map((row) => [row.id, row]))
  },
})

/** An agent's links for its human, the newest first, those that ended last of all. */
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

interface KeyRow {
  of: string
  id: string
  participant_id: string
  made_by: string
  expires_at: Date
}

function keysByOwner(rows: readonly KeyRow[]): ReadonlyMap<string, readonly LiveKey[]> {
  const keys = new Map<string, LiveKey[]>()
  for (const { of, expires_at, ...row } of rows) {
    keys.set(of, [...(keys.get(of) ?? []), { ...row, expires_at: expires_at.getTime() }])
  }
  return keys
}

/** An agent's own keys that nobody revoked; some may have run out. */
export const agentKeys = fact<string, readonly LiveKey[]>({
  name: 'credential.agent_keys',
  id: (agent) => agent,
  load: async (sql, agents) =>
    keysByOwner(
      await sql<KeyRow[]>`
        select participant_id as of, id, participant_id, made_by, expires_at from credential
        where participant_id = any(${agents as string[]}) and kind = 'agent_key' and revoked_at is null`,
    ),
})

/** Keys of an agent's sub-agents that nobody revoked; some may have run out. */
export const subagentKeys = fact<string, readonly LiveKey[]>({
  name: 'credential.sub_agent_keys',
  id: (parent) => parent,
  load: async (sql, parents) =>
    keysByOwner(
      await sql<KeyRow[]>`
        select sub.parent_id as of, key.id, key.participant_id, key.made_by, key.expires_at
        from participant sub join credential key on key.participant_id = sub.id
        where sub.parent_id = any(${parents as string[]}) and key.kind = 'sub_agent_key' and key.revoked_at is null`,
    ),
})

/**
 * Seats that an agent has from its human: those the human gave, or another agent of the human, and the owner's seat of a
 * hub that it made for the human.
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
