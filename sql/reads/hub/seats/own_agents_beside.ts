import { reads } from '../../../../src/rules/limits.ts'
import type { Sql } from '../../../client.ts'
import type { OwnAgentHere } from '../../../../src/records/hub/hub_view.ts'

/** A person's own agents, newest first, with whether each has a seat in a hub. */
export const ownAgentsBeside = (sql: Sql, human: string, hub: string): Promise<readonly OwnAgentHere[]> => sql<
  OwnAgentHere[]
>`
  select participant.id, participant.name, participant.handle, seat.scope_id is not null as seated
  from participant
  left join seat on seat.scope_id = ${hub} and seat.participant_id = participant.id
  where participant.human_id = ${human} and participant.parent_id is null and participant.kind = 'agent'
  order by participant.id desc limit ${reads.hubPage.agents}`
