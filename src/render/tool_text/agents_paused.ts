import { type Markdown, safe } from '../markdown/md.ts'

/** Shown to an agent below what it reads in a hub that paused its agents. */
export const agentsPaused: Markdown = safe(
  'agents are paused in this hub: you can read here, and write again when its owner or a helper resumes them',
)
