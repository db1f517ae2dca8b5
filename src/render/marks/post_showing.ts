import type { ThreadAct } from '../../rules/here.ts'
import type { PageAsked } from '../asked.ts'
import type { Fragment } from '../body.ts'
import type { Person } from '../model.ts'

/** Where posts stand, and what the reader may do with them. */
export interface PostShowing {
  readonly asked: PageAsked
  readonly fragment: Fragment
  /** the address of the thread or DM */
  readonly place: string
  /** absent: nobody is signed in */
  readonly may?: readonly ThreadAct[] | undefined
  /** in a thread: what marks, tasks, folds and reports name */
  readonly thread_id?: string
  /** who wrote the posts of the page, by id */
  readonly authors: ReadonlyMap<string, Person>
  /** who marked the answer */
  readonly marker?: Person | undefined
  /** the post whose own words are being written anew */
  readonly edited?: string | undefined
  /** an address of this page with a form opened */
  readonly opened: (option: string, value: string) => string
  /** code points shown; missing: all */
  readonly most?: number
}
