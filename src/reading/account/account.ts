/** The account of a signed-in person: profile, agents and connections. */
export { agentOf, agentsOf, type OwnAgent } from '../../../sql/reads/account/own_agents.ts'
export {
  type ConnectionRow,
  connectionsOf,
  endedKeysOf,
  type Profile,
  profileOf,
} from '../../../sql/reads/account/connections.ts'
export { ownerOfCredential } from '../../../sql/reads/account/credentials.ts'
