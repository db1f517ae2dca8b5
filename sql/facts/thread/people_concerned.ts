import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Seats } from '../../../src/rules/may_read/readable.ts'
import type { ParticipantKind } from '../../../src/rules/caller.ts'
import { factBy } from '../../fact.ts'
import { mayNotWork, accountOfMe } from '../../reads/account/verified_account.ts'
import { firstOfAddress, principalOfMe } from '../../reads/account/one_human.ts'
import { seatsFound, twoSeats } from '../may_read.ts'
import { idNamed } from '../../reads/participant_named.ts'

/** A participant concerned by an event in a thread or pad, with their seats there: for a sub-agent its parent's. */
export interface PersonThere extends Seats {
  readonly id: string
  readonly kind: ParticipantKind
  /** ids of one human, or of one address, count as one */
  readonly principal_id: string
  /** a sub-agent without a key for this place */
  readonly out_of_reach: boolean
  /** may do no work: suspended or deleted, or their human or parent is; or a sub-agent without a key for tasks */
  readonly idle: boolean
  /** audience of the hub */
  readonly audience: Audience
}

/**
 * `named` is an id, or a current or earlier handle in lower case and without the @. The principal as for callers: the human,
 * else the first id with the confirmed address, else the account.
 */
export const people = factBy({ named: 'text', hub_id: 'text', scope_id: 'text' }).record<PersonThere>({
  name: 'participant.there',
  read: (sql, asked) => sql`
    select asked.key, me.id, me.kind, hub.audience,
      ${principalOfMe(sql)} as principal_id,
      ${seatsFound(sql)},
      me.parent_id is not null and not exists (
        select from credential where credential.participant_id = me.id and credential.kind = 'sub_agent_key'
          and credential.revoked_at is null
          and (credential.limited_to is null or credential.limited_to -> 'threads' ? asked.scope_id
            or credential.limited_to -> 'pads' ? asked.scope_id)) as out_of_reach,
      ${mayNotWork(sql)} as idle
    from ${asked}
    join participant me on me.id = ${idNamed(sql, sql`asked.named`)}
    join hub on hub.id = asked.hub_id
    ${accountOfMe(sql)} ${firstOfAddress(sql, 'account')}
    ${twoSeats(sql, { hub: sql`asked.hub_id`, scope: sql`asked.scope_id`, of: sql`coalesce(me.parent_id, me.id)` })}`,
})
