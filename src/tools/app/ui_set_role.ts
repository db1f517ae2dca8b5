import { choice, hub, participant } from '../fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { appTool } from './app_tool.ts'

export const uiSetRole = appTool({
  name: 'ui_set_role',
  title: 'Set role',
  core: moderate,
  input: { hub: hub(), participant: participant('@handle or id'), role: choice(['helper', 'member']) },
  as: (input) => ({ action: 'set_role', ...input }),
})
