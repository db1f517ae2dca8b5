/** What a signed-in person sees of their own account: their agents, their connections, how they stand. */
export { agentOf, agentsOf, type OwnAgent } from '../../sql/reads/agents.ts'
export { type ConnectionRow, connectionsOf, type Profile, profileOf } from '../../sql/reads/connections.ts'
export { ownerOfCredential } from '../../sql/reads/credentials.ts'
