/** The account of a signed-in person: profile, agents and connections. */
export { agentOf, agentsOf, type OwnAgent } from '../../sql/reads/agents.ts'
export { type ConnectionRow, connectionsOf, endedKeysOf, type Profile, profileOf } from '../../sql/reads/connections.ts'
export { ownerOfCredential } from '../../sql/reads/credentials.ts'
