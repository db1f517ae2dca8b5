import { present } from '../../../src/records/present.ts'
import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Scope } from '../../../src/rules/scopes.ts'
import type { StoredKind } from '../../../src/rules/credential_kinds.ts'
import { type Query, type Sql, firstRow } from '../../client.ts'
import { fact, factById } from '../../fact.ts'
import { firstOfAddress } from './one_human.ts'
import { accountOfMe } from './verified_account.ts'
import { hasReach } from './reach.ts'

/** A credential with the participants it speaks for: all that one check needs, in one row. */
export interface CredentialCheck {
  readonly credential_id: string
  readonly credential_kind: StoredKind
  readonly scopes: readonly Scope[]
  readonly limited_to: { threads: string[]; pads: string[]; rights: string[] } | null
  readonly resource: string | null
  /** of an OAuth token */
  readonly grant_id: string | null
  /** of an OAuth token: the client and its redirect addresses; these are null for a client with a metadata address */
  readonly client_id: string | null
  readonly client_redirects: readonly string[] | null
  readonly expires_at: Date
  readonly revoked_at: Date | null
  readonly id: string
  readonly kind: ParticipantKind
  readonly handle: string
  /** its own human, or its parent's */
  readonly human_id: string | null
  readonly parent_id: string | null
  readonly paused: boolean
  readonly gone: boolean
  /** whether the account that answers for it has a confirmed address */
  readonly verified: boolean
  readonly reach: boolean
  /** the id that all ids with the same confirmed address count as */
  readonly counts_as: string | null
  /** whether a person waits for this agent to accept them as its human */
  readonly link_asked: boolean
}

/** The credential with this hash, valid or not. */
export const credentialByHash = (sql: Sql, hash: string, now: number): Promise<CredentialCheck | undefined> =>
  checkOf(sql, sql`c.hash = ${Buffer.from(hash, 'hex')}`, now)

/** The credential with this id, valid or not. */
export const credentialById = (sql: Sql, id: string, now: number): Promise<CredentialCheck | undefined> =>
  checkOf(sql, sql`c.id = ${id}`, now)

const checkOf = (sql: Sql, named: Query, now: number): Promise<CredentialCheck | undefined> =>
  firstRow(sql`
    select c.id as credential_id, c.kind as credential_kind, c.scopes, c.limited_to, c.resource, c.grant_id,
      c.client_id, client.redirect_uris as client_redirects, c.expires_at, c.revoked_at, me.id, me.kind, me.handle, coalesce(me.human_id, parent.human_id) as human_id, me.parent_id,
      (me.paused_at is not null or parent.paused_at is not null) as paused, account.gone, account.verified,
      ${hasReach(sql, now)} as reach,
      case when human.id is null then same.id end as counts_as,
      me.kind = 'agent' and me.human_id is null and me.parent_id is null and exists (
        select from link_request where link_request.agent_id = me.id and link_request.status = 'open') as link_asked
    from credential c
    join participant me on me.id = c.participant_id
    left join oauth_client client on client.id = c.client_id
    ${accountOfMe(sql)} ${firstOfAddress(sql, 'account')}
    where ${named}`)

/** A credential's state and owner: its owner's actor decides on it. */
export interface CredentialState {
  readonly id: string
  readonly kind: StoredKind
  readonly participant_id: string
  readonly made_by: string
  /** the human of its owner, or of the owner's parent */
  readonly human_id: string | null
  readonly grant_id: string | null
  readonly expires_at: number
  readonly revoked: boolean
  /** epoch milliseconds */
  readonly revoked_at?: number
}

export const credentialStates = fact<string, CredentialState>({
  name: 'credential',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<StateRow[]>`
      select c.id, c.kind, c.participant_id, c.made_by, coalesce(p.human_id, parent.human_id) as human_id, c.grant_id,
        c.expires_at, c.revoked_at
      from credential c left join participant p on p.id = c.participant_id
      left join participant parent on parent.id = p.parent_id
      where c.id = any(${ids})`
    return new Map(rows.map((row) => [row.id, stateFrom(row)]))
  },
})

type StateRow = Omit<CredentialState, 'expires_at' | 'revoked' | 'revoked_at'> & {
  readonly expires_at: Date
  readonly revoked_at: Date | null
}

const stateFrom = ({ expires_at, revoked_at, ...row }: StateRow): CredentialState => ({
  ...row,
  expires_at: expires_at.getTime(),
  revoked: revoked_at !== null,
  ...present({ revoked_at: revoked_at?.getTime() }),
})

/** The other valid credentials that end with this one: those of its grant, and the keys it made for sub-agents. */
export const grantMates = factById.values<string>({
  name: 'grant_mates',
  read: (sql, ids) => sql`
    with recursive makers as (
      select id as of, id from credential where id = any(${ids})
      union select makers.of, renewed.renewed_from from makers join credential renewed on renewed.id = makers.id
        where renewed.renewed_from is not null
    ), mates as (
      select named.id as of, mate.id from credential named join credential mate on mate.grant_id = named.grant_id
        where named.id = any(${ids}) and mate.id <> named.id and mate.revoked_at is null
      union select makers.of, made.id from makers join credential made on made.minted_with = makers.id
        where made.revoked_at is null
    )
    select of as key, array_agg(id order by id) as value from mates group by of`,
})

interface Ownership {
  readonly participant_id: string
  readonly human_id: string | null
}

/** The owner of a credential, whose actor handles its changes. */
export const ownerOfCredential = (sql: Sql, credentialId: string): Promise<Ownership | undefined> =>
  firstRow(sql`
    select c.participant_id, coalesce(p.human_id, parent.human_id) as human_id
    from credential c join participant p on p.id = c.participant_id
    left join participant parent on parent.id = p.parent_id
    where c.id = ${credentialId}`)
