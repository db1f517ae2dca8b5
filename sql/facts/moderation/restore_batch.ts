import { present, presentAs } from '../../../src/records/present.ts'
import type { Dispute, TaskState } from '../../../src/rules/closed_lists.ts'
import { untrusted, type Untrusted } from '../../../src/text/untrusted.ts'
import type { AnswerBefore, DisputeBefore, FoldBefore, UndoItemRow } from '../../effects/moderation/undo_batches.ts'
import { factBy, factOfEach } from '../../fact.ts'
import { records } from '../../client.ts'

interface ItemsKey {
  readonly batch_id: string
  /** place and item at which the previous slice ended */
  readonly after: readonly [place_id: string, id: string]
  readonly most: number
}

export interface Undone {
  readonly id: string
  readonly place_id: string
  /** of a task: its assignee before the batch */
  readonly assignee_id?: string
}

/** What a batch took back and has not restored, place by place. */
export const undoneItems = factOfEach<ItemsKey, readonly Undone[]>({
  name: 'undo_item.slice',
  none: [],
  id: ({ batch_id, after }) => `${batch_id} ${after.join(' ')}`,
  read: (sql, { batch_id, after: [place, id], most }) =>
    records<Undone>(sql`
      select id, place_id, before ->> 'assignee_id' as assignee_id from undo_item
      where batch_id = ${batch_id} and (place_id, id) > (${place}, ${id}) and back is null
      order by place_id, id limit ${most}`),
})

/** A task as it was before a batch took it from its assignee. Times are epoch milliseconds. */
export interface TaskBefore {
  readonly state: TaskState
  readonly assignee_id?: string
  readonly n: number
  readonly taken_at?: number
  readonly block_note?: Untrusted
}

export interface UndoneHere {
  readonly id: string
  readonly kind: UndoItemRow['kind']
  /** nothing newer happened to it: the row is still as the batch left it */
  readonly stands: boolean
  readonly fold?: FoldBefore
  readonly task?: TaskBefore
  /** of a flagged thread: the dispute before */
  readonly dispute?: Dispute
  /** the thread was already folded: only its flag was settled, and its fold is not the batch's */
  readonly was_folded?: true
  /** of a post that was its thread's answer, unless it was deleted since */
  readonly answer?: NonNullable<AnswerBefore['answer']>
}

interface HereRow extends Omit<UndoneHere, 'fold' | 'task' | 'dispute' | 'was_folded' | 'answer'> {
  readonly place_id: string
  readonly deleted: boolean
  readonly before:
    | (FoldBefore & AnswerBefore)
    | AnswerBefore
    | DisputeBefore
    | (Omit<TaskBefore, 'block_note'> & { block_note?: string })
    | null
}

interface HereKey {
  readonly batch_id: string
  readonly place_id: string
  /** absent: all items */
  readonly ids?: readonly string[]
  /** absent: all; the edits of a pad come first */
  readonly most?: number
}

/** What a batch took back in one thread or pad and has not restored. */
export const undoneHere = factOfEach<HereKey, readonly UndoneHere[]>({
  name: 'undo_item.here',
  none: [],
  id: ({ batch_id, place_id }) => `${batch_id} ${place_id}`,
  read: async (sql, { batch_id, place_id, ids, most }) => {
    const rows = await sql<HereRow[]>`
      select item.id, item.kind, item.before, case item.kind
          when 'task' then exists (select from task where task.id = item.id and state = 'open'
            and n = (item.before ->> 'n')::int + 1)
          when 'decision' then exists (select from decision where decision.id = item.id and status = 'withdrawn'
            and answered_at = item.at)
          when 'suggestion' then exists (select from edit where edit.id = item.id and status = 'withdrawn'
            and answered_at = item.at)
          when 'edit' then exists (select from edit where edit.id = item.id and status = 'undone'
            and answered_at = item.at)
          when 'thread' then case when item.before ? 'was_folded'
            then exists (select from thread where thread.id = item.id and dispute = 'settled')
            else exists (select from fold where target_id = item.id and fold.at = item.at) end
          else exists (select from fold where target_id = item.id and fold.at = item.at) end as stands,
        exists (select from post where post.id = item.id and deleted_at is not null) as deleted
      from undo_item item
      where batch_id = ${batch_id} and place_id = ${place_id} and back is null
        and (${ids === undefined} or item.id = any(${(ids ?? []) as string[]}::text[]))
      order by kind = 'edit' desc, id limit ${most ?? null}`
    return rows.map(hereOf)
  },
})

function hereOf({ id, kind, stands, before, deleted }: HereRow): UndoneHere {
  if (!before || kind === 'decision') return { id, kind, stands }
  if ('dispute' in before) return { id, kind, stands, ...before }
  if (kind === 'post') {
    const { answer, ...fold } = before as Partial<FoldBefore> & AnswerBefore
    const folded = fold.level === undefined ? undefined : (fold as FoldBefore)
    return presentAs({ id, kind, stands, fold: folded, answer: deleted ? undefined : answer })
  }
  if ('level' in before) return { id, kind, stands, fold: before }
  const { block_note, ...task } = before as Omit<TaskBefore, 'block_note'> & { block_note?: string }
  return {
    id,
    kind,
    stands,
    task: { ...task, ...present({ block_note: block_note === undefined ? undefined : untrusted(block_note) }) },
  }
}

/** The threads of the decisions that a batch withdrew on a pad, and of those that stand no more once these are back. */
export const threadsOfUndone = factBy({ batch_id: 'text', pad_id: 'text' }).values<string>({
  name: 'undo_item.threads',
  read: (sql, asked) => sql`
    select asked.key, array_agg(distinct shown.thread_id) as value from ${asked}
    join undo_item item on item.batch_id = asked.batch_id and item.place_id = asked.pad_id
      and item.kind = 'decision' and item.back is null
    join decision on decision.id = item.id
    join decision shown on shown.pad_id = decision.pad_id and shown.id in (decision.id, decision.supersedes)
    where shown.thread_id is not null group by asked.key`,
})
