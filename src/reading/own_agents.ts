/** What a person's own page says of their agents. */
export { agentsAsked, hubsSatIn, whatAgentsDo } from '../../sql/reads/own_agents.ts'
