import type { HubSeen } from '../hub/hub_seen.ts'
import type { AgentToAsk } from './own_agent.ts'
import type { SearchPage } from '../search_page.ts'
import type { TaskLine } from '../thread/task_line.ts'
import type { ThreadRef } from '../refs.ts'

export interface TaskHere {
  readonly task: TaskLine
  readonly thread: ThreadRef
  readonly hub: HubSeen
}

/** The tasks of a person and their agents, by what is to be done with them. */
export interface TasksDesk {
  readonly to_check: readonly TaskHere[]
  readonly at_work: readonly TaskHere[]
  readonly open: readonly TaskHere[]
  readonly done: readonly TaskHere[]
  /** tasks in progress in the person's hubs, of all participants; only when asked for */
  readonly everybody?: readonly TaskHere[]
  readonly agents: readonly AgentToAsk[]
}

export interface TasksView extends SearchPage {
  readonly kind: 'tasks'
  /** the same tasks, with the moves that the reader may make */
  readonly tasks?: readonly TaskHere[]
}
