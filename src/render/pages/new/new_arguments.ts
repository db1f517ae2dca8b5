import type { PageAsked } from '../../page_arguments.ts'
import type { What } from '../../../records/hub/starting.ts'

export interface NewAsked extends PageAsked {
  readonly what: What
  readonly section?: string
  /** the thread flags the section as wrong */
  readonly flag?: boolean
  readonly source?: string
  /** the page's query without `what`, which the links of the tabs keep */
  readonly query: URLSearchParams
}
