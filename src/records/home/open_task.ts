import type { Untrusted } from '../../text/untrusted.ts'
import type { PadRef } from '../refs.ts'

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
