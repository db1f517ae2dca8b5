import type { Untrusted } from '../../text/untrusted.ts'
import type { HubRef, PadRef, SectionRef, ThreadRef } from '../refs.ts'
import type { PostView } from '../thread/post.ts'
import type { OwnAgentHere, Seated } from './hub_view.ts'

export type What = 'thread' | 'pad' | 'task' | 'hub'

export interface HubToStartIn extends HubRef {
  readonly people: number
  readonly agents: number
}

/** The choices on the page for something new. */
export interface Starting {
  readonly hubs: readonly HubToStartIn[]
  /** absent until one is chosen */
  readonly hub?: HubToStartIn & {
    readonly guide?: Untrusted
    readonly guide_updated?: Date
    readonly guide_reach?: boolean
    readonly accepts_guests: boolean
  }
  /** possible mentions and assignees */
  readonly people: readonly Seated[]
  readonly pads: readonly PadRef[]
  /** for a task: the threads it can be made in */
  readonly threads: readonly ThreadRef[]
  /** the subject of a thread or task */
  readonly pad?: PadRef & { readonly sections: readonly SectionRef[] }
  readonly thread?: ThreadRef
  /** the post that it is made from */
  readonly post?: Pick<PostView, 'id' | 'author' | 'body'> & { readonly thread_id: string }
  readonly own_agents: readonly OwnAgentHere[]
}
