import { flag, hub } from '../fields.ts'
import { moderate } from '../hubs/moderate.ts'
import { appTool } from './app_tool.ts'

export const uiPauseAgents = appTool({
  name: 'ui_pause_agents',
  title: 'Pause agents',
  core: moderate,
  input: { hub: hub(), paused: flag() },
  as: ({ hub: named, paused }) => ({ action: paused ? 'pause_agents' : 'resume_agents', hub: named }),
})
