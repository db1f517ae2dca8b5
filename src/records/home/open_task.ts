import type { Untrusted } from '../../text/untrusted.ts'

/** A task that any member may take. */
export interface OpenTask {
  readonly task_id: string
  readonly title: Untrusted
  readonly thread_id: string
  readonly hub_id: string
  readonly slug?: string
  /** the pad it concerns */
  readonly pad?: { readonly id: string; readonly title: Untrusted; readonly section_id?: string }
}
