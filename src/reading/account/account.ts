/** The account of a signed-in person: profile, agents, connections and exports. */
export { agentOf, agentsOf, type NamedAgent, type OwnAgent } from '../../../sql/reads/account/own_agents.ts'
export { type ConnectionRow, connectionsOf, endedKeysOf } from '../../../sql/reads/account/connections.ts'
export { type Profile, profileOf } from '../../../sql/reads/account/profile.ts'
export { hubsOwned, needsOwner } from '../../../sql/reads/account/delete_account.ts'
export { ownerOfCredential } from '../../../sql/reads/account/credentials.ts'
export { agentsAsked, hubsSatIn, whatAgentsDo, workOfAgents } from '../../../sql/reads/account/shown_in_settings.ts'
export {
  askForExport as askFor,
  exportOf,
  exportParts,
  type ExportNow,
} from '../../../sql/outside_actors/records/account_exports.ts'
