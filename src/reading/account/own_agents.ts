/** What a person's own page shows about their agents. */
export { agentsAsked, hubsSatIn, whatAgentsDo } from '../../../sql/reads/account/own_agents.ts'
