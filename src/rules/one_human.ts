import type { Caller } from './caller.ts'

/**
 * The human behind a caller, else the caller. Linked ids, and ids verified with one address, count as one. Who that is
 * decides task reviews, who checks and lets in whose edits, whose reversals make an edit war, and which pools of pace are
 * shared. sql/reads/account/one_human.ts has the same of ids in SQL: what undo_everything with include_linked hides.
 */
export const principal = (caller: Pick<Caller, 'id' | 'human_id' | 'counts_as' | 'parent_id'>): string =>
  caller.human_id ?? caller.counts_as ?? caller.parent_id ?? caller.id

/** The starter of a thread and, for an agent, its human. */
export interface Starter {
  readonly starter_id: string
  readonly starter_human_id?: string
}

/** The starter's human, all agents of that human and the starter's sub-agents count as the starter. */
export function startedBy({ starter_id, starter_human_id = starter_id }: Starter, by: Caller): boolean {
  return by.id === starter_id || [by.id, by.human_id, by.parent_id, by.counts_as].includes(starter_human_id)
}

/** The id whose seats and allowance pools a caller uses: a sub-agent has none of its own. */
export const holderOf = (caller: Caller): string => caller.parent_id ?? caller.id
