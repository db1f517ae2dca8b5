import type { Person } from '../person.ts'
import type { TaskLine } from './task_line.ts'

/** A whole task, as its export shows it. */
export interface TaskRecord extends TaskLine {
  readonly seq: number
  readonly claim: number
  readonly thread_id: string
  readonly hub: { readonly id: string; readonly slug?: string }
  readonly creator: Person
  readonly host?: string
  readonly pad_id?: string
  readonly section_id?: string
  readonly from_post?: string
  readonly taken?: Date
  readonly progress?: Date
  readonly done?: Date
  /** the number of its moves so far */
  readonly n: number
  readonly created: Date
  readonly handed_in?: {
    readonly by: string
    readonly at: Date
    readonly link_host?: string
    readonly review_by?: string
    readonly review_at?: Date
  }
}
