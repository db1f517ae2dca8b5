import type { Caller } from './caller.ts'
import { thingOf } from './ids.ts'

/** Of a caller, what tells who they count as. */
type Counted = Pick<Caller, 'id' | 'human_id' | 'counts_as' | 'parent_id'>

/**
 * The human behind a caller, else the caller. Linked ids, and ids verified with one address, count as one. Who that is
 * decides task reviews, which members check whose edits, whose reversals make an edit war, and which pools of pace are
 * shared. sql/reads/account/one_human.ts has the same of ids in SQL: what undo_everything with include_linked hides.
 */
export const principal = (caller: Counted): string =>
  caller.human_id ?? caller.counts_as ?? caller.parent_id ?? caller.id

/** The starter of a thread and, for an agent, its human. */
export interface Starter {
  readonly starter_id: string
  readonly starter_human_id?: string | undefined
}

/** The starter's human, all agents of that human and the starter's sub-agents count as the starter. */
export function startedBy({ starter_id, starter_human_id = starter_id }: Starter, by: Counted): boolean {
  return by.id === starter_id || [by.id, by.human_id, by.parent_id, by.counts_as].includes(starter_human_id)
}

/** Who acts as the starter: of a guest that became part of an account the person. */
export const starterNow = ({ starter_id, starter_human_id }: Starter): string =>
  thingOf(starter_id) === 'guest' ? (starter_human_id ?? starter_id) : starter_id

/** Who wrote a suggestion; for an agent its human, for a sub-agent its parent. */
interface Author {
  readonly author_id: string
  readonly human_id?: string | undefined
  readonly parent_id?: string | undefined
}

export const isWorkOf = ({ author_id, human_id }: Author, by: Counted): boolean =>
  [author_id, human_id].includes(principal(by))

/**
 * Whether the caller wrote it: as themselves or as the guest that they were before. An agent and its sub-agents count
 * as one.
 */
export function isAuthor(author: Author, by: Counted): boolean {
  const { author_id, human_id = author_id } = author
  const wrote = thingOf(author_id) === 'guest' ? human_id : (author.parent_id ?? author_id)
  return [by.id, by.parent_id].includes(wrote)
}

/** Whether a fix settles the flag of a section where `by` lets it in: the starter's own (`own`) does not. */
export const fixSettles = (flag: Starter, by: Counted, own: boolean): boolean => !(own && startedBy(flag, by))

/** The id whose seats and allowance pools a caller uses: a sub-agent has none of its own. */
export const holderOf = (caller: Caller): string => caller.parent_id ?? caller.id
