import { days } from '../../../src/rules/units.ts'
import { noteExpiryTold } from '../../../sql/effects/account/credentials.ts'
import { agentKeys } from '../../../sql/facts/account/keys.ts'
import { expiriesTold } from '../../../sql/reads/account/expiring_keys.ts'
import { fetchedUpTo } from '../../../sql/facts/account/fetched_up_to.ts'
import { byService, type ReasonOf } from '../../notices.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { delivered } from '../inbox/delivered.ts'
import type { Participant } from '../state.ts'

interface KeyExpiring {
  readonly credential_id: string
  /** when one of the notices was due, epoch milliseconds */
  readonly due: number
}

/**
 * Told by the clock: the agent's last key expires in 14, 3 or 1 days. Each is told once, and after missed ones only the
 * nearest. A key that another one outlives needs no notice.
 */
export const keyExpiring = message({
  afresh: true,
  needs: (agent: Participant, { credential_id }: KeyExpiring) => ({
    keys: agentKeys.of(agent.id),
    told: expiriesTold.of(credential_id),
    fetched: fetchedUpTo.of(agent.id),
  }),
  decide: (
    agent,
    { credential_id, due },
    { keys, told, fetched },
    { now },
  ): Outcome<Participant, { fired: boolean }> => {
    const key = keys.find(({ id }) => id === credential_id)
    const nearest = key && Math.round((key.expires_at - due) / days(1))
    const outlived = key && keys.some(({ expires_at }) => expires_at > key.expires_at)
    if (nearest === undefined || outlived || (told !== undefined && told <= nearest)) return { reply: { fired: false } }
    const item = {
      kind: 'key_expiring',
      ...byService,
      reason: `${nearest}d` as ReasonOf<'key_expiring'>,
    } as const
    const { seq: _, effects = [], ...rest } = delivered(agent, item, fetched, now)
    return {
      ...rest,
      reply: { fired: true },
      effects: [...effects, noteExpiryTold({ id: credential_id, expiry_told: nearest })],
    }
  },
})
