import { reads } from '../../../../src/rules/limits.ts'
import type { Sql } from '../../../client.ts'
import type { OwnAgentHere } from '../../../../src/records/hub/hub_view.ts'
import { isAgentOf } from '../../account/own_ids.ts'

/** A person's own agents, newest first, with whether each has a seat in a hub. */
export const ownAgentsBeside = (sql: Sql, human: string, hub: string): Promise<readonly OwnAgentHere[]> => sql<
  OwnAgentHere[]
>`
  select participant.id, participant.name, participant.handle, seat.scope_id is not null as seated
  from participant
  left join seat on seat.scope_id = ${hub} and seat.participant_id = participant.id
  where ${isAgentOf(sql, sql`participant`, human)}
  order by participant.id desc limit ${reads.hubPage.agents}`
