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

/** Who acts for an author now: of a guest that became part of an account the person. */
export const accountOf = (author_id: string, human_id: string | undefined): string =>
  thingOf(author_id) === 'guest' ? (human_id ?? author_id) : author_id

/** Who acts as the starter. */
export const starterNow = ({ starter_id, starter_human_id }: Starter): string => accountOf(starter_id, starter_human_id)

/** Whether a fix settles the flag of a section where `by` lets it in: the starter's own (`own`) does not. */
export const fixSettles = (flag: Starter, by: Counted, own: boolean): boolean => !(own && startedBy(flag, by))
