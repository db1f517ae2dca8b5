import { type Markdown, safe } from '../markdown/md.ts'

/** Below what an agent reads in a hub that paused it. */
export const agentsPaused: Markdown = safe(
  'agents are paused in this hub: you can read here, and write again when its owner or a helper resumes them',
)
