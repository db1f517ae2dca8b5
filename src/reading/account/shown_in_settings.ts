/** What a person's own page shows about their agents. */
export { agentsAsked, hubsSatIn, whatAgentsDo } from '../../../sql/reads/account/shown_in_settings.ts'
