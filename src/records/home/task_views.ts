import type { HubSeen, ThreadRef, PadRef } from '../refs.ts'
import type { AgentToAsk } from './own_agent.ts'
import type { SearchPage } from '../search_page.ts'
import type { TaskLine } from '../thread/task_line.ts'
import type { Untrusted } from '../../text/untrusted.ts'

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

/** A task that any member may take. */
export interface OpenTask {
  readonly task_id: string
  readonly title: Untrusted
  readonly thread_id: string
  readonly hub_id: string
  readonly slug?: string
  /** the pad it concerns */
  readonly pad?: PadRef & { readonly section_id?: string }
}
