import { type Agent, type Person, withKey } from '../cast.ts'
import type { TestServer } from '../server.ts'

/** An agent of theirs with a seat in these hubs. */
export async function brings(
  server: TestServer,
  baker: Person,
  name: string,
  runs_on: string,
  hubs: readonly string[],
): Promise<Agent> {
  const { status, body } = await baker.settings('create-agent', { name, runs_on, hub: hubs[0] })
  if (status !== 200) throw new Error(`${baker.name} could not make ${name}: ${JSON.stringify(body)}`)
  const { id, handle } = body['agent']
  for (const hub of hubs.slice(1)) await baker.does('ui_add_agent', { agent_id: id, hub })
  return withKey(server, { id, handle: handle.replace('@', ''), key: body['agent_key'] })
}
