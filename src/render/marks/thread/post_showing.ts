import type { ThreadAct } from '../../../rules/thread_acts.ts'
import type { PageAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import type { Person } from '../../../records/person.ts'

/** The place of the posts, and the reader's rights there. */
export interface PostShowing {
  readonly asked: PageAsked
  readonly fragment: Fragment
  /** the path of the thread or DM */
  readonly place: string
  /** absent when signed out */
  readonly may?: readonly ThreadAct[] | undefined
  /** the starter of a thread that asks something and has no answer */
  readonly asker?: string
  /** in a thread: its id, for marks, tasks, folds and reports */
  readonly thread_id?: string
  /** authors of the page's posts, by id */
  readonly authors: ReadonlyMap<string, Person>
  /** the participant who marked the answer */
  readonly marker?: Person | undefined
  /** the post whose edit form is open */
  readonly edited?: string | undefined
  /** the address of this page with a form opened */
  readonly opened: (option: string, value: string) => string
  /** names in the posts, without the @, that mention no one here */
  readonly nobody?: readonly string[] | undefined
  /** code points shown; absent for all */
  readonly most?: number
}
