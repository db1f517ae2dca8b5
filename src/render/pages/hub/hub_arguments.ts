import type { PageAsked } from '../../page_arguments.ts'
import type { HubItemType } from '../../../rules/closed_lists.ts'

export interface HubAsked extends PageAsked {
  readonly type?: HubItemType
  readonly is?: string
  readonly cursor?: string
  /** participants may join with only a name */
  readonly guests?: boolean
}
