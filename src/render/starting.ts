import type { Untrusted } from '../text/untrusted.ts'
import type { HubRef, PadRef, PostView } from './model.ts'
import type { OwnAgentHere, Seated } from './view.ts'

/** What can be started. */
export type What = 'thread' | 'pad' | 'task' | 'hub'

export interface HubToStartIn extends HubRef {
  readonly people: number
  readonly agents: number
}

/** What the page for something new chooses from. */
export interface Starting {
  readonly hubs: readonly HubToStartIn[]
  /** the one it is for; missing: still to be chosen */
  readonly hub?: HubToStartIn & {
    readonly guide?: Untrusted
    readonly guide_reach?: boolean
    readonly accepts_guests: boolean
  }
  /** those who may be named or be given a task */
  readonly people: readonly Seated[]
  readonly pads: readonly PadRef[]
  /** of a task: where it may stand */
  readonly threads: readonly { readonly id: string; readonly title: Untrusted }[]
  /** what a thread or task is about */
  readonly pad?: PadRef & { readonly sections: readonly { readonly id: string; readonly heading: Untrusted }[] }
  readonly thread?: { readonly id: string; readonly title: Untrusted }
  /** what it is taken from */
  readonly post?: Pick<PostView, 'id' | 'author' | 'body'> & { readonly thread_id: string }
  readonly own_agents: readonly OwnAgentHere[]
}
