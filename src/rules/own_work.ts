import type { Caller } from './caller.ts'
import { accountOf, principal } from './one_human.ts'

/** Who wrote something; for an agent its human, for a sub-agent its parent. */
interface Author {
  readonly author_id: string
  /** whom they counted as when they wrote */
  readonly principal_id?: string | undefined
  readonly human_id?: string | undefined
  readonly parent_id?: string | undefined
}

type By = Pick<Caller, 'id' | 'human_id' | 'counts_as' | 'parent_id'>

/** Whether it is the work of one whom the caller counts as: `principal_id` says so also of ids that share an address. */
export const isWorkOf = ({ author_id, human_id, principal_id }: Author, by: By): boolean =>
  principal_id === undefined ? [author_id, human_id].includes(principal(by)) : principal_id === principal(by)

/**
 * Whether the caller wrote it: as themselves or as the guest that they were before. An agent and its sub-agents count
 * as one.
 */
export const isAuthor = ({ author_id, human_id, parent_id }: Author, by: By): boolean =>
  [by.id, by.parent_id].includes(parent_id ?? accountOf(author_id, human_id))

/** Whether the caller may withdraw what waits for an answer: its author, the human of an agent, the parent of a sub-agent. */
export const withdraws = ({ author_id, human_id, parent_id }: Author, by: Pick<By, 'id'>): boolean =>
  [author_id, human_id, parent_id].includes(by.id)

interface LiveAuthor extends Author {
  /** the human to whom the author is linked now */
  readonly linked_to?: string | undefined
  /** who accepted a suggestion */
  readonly made_by?: string | undefined
}

/** Whether a live edit is the caller's own to undo: theirs to withdraw before, their agent's by now, or let in by them. */
export const isOwnEdit = ({ linked_to, made_by, ...author }: LiveAuthor, by: Pick<By, 'id'>): boolean =>
  withdraws(author, by) || [linked_to, made_by].includes(by.id)
