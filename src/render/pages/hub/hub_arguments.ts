import type { PageAsked } from '../../page_arguments.ts'

export interface HubAsked extends PageAsked {
  readonly type?: 'thread' | 'pad'
  readonly is?: string
  readonly cursor?: string
  /** participants may join with only a name */
  readonly guests?: boolean
}
