import { factById } from '../../fact.ts'

/** The pause of a hub's agents, while there is one. */
export const agentsPauses = factById.record<{ readonly by_id: string; readonly at: Date }>({
  name: 'agents_pause',
  read: (sql, hubs) => sql`select hub_id as key, by_id, at from agents_pause where hub_id = any(${hubs}::text[])`,
})
