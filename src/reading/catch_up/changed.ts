import type { Sql } from '../../../sql/client.ts'
import type { Change } from '../../../sql/reads/catch_up/catch_up.ts'
import type { Window } from '../../../sql/reads/catch_up/catch_up_window.ts'
import {
  type DecisionChange,
  decisionChanges,
  type PadChange,
  padChanges,
  type TaskChange,
  taskChanges,
  type ThreadChange,
  threadChanges,
} from '../../../sql/reads/catch_up/changes.ts'
import type { BlockView } from '../../records/pad/section.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { Reader } from '../../rules/caller.ts'

export type Changed =
  | (ThreadChange & { readonly kind: 'thread'; readonly posts?: readonly PostView[] })
  | (PadChange & { readonly kind: 'pad'; readonly blocks?: readonly BlockView[] })
  | (TaskChange & { readonly kind: 'task' })
  | (DecisionChange & { readonly kind: 'decision' })

/** Reads what became of each change, in the same order; without those that the reader may no longer see. */
export async function readChanged(
  sql: Sql,
  reader: Reader,
  changes: readonly Change[],
  window: Window,
): Promise<readonly Changed[]> {
  const ids = (kind: Change['kind']): string[] => changes.filter((one) => one.kind === kind).map(({ id }) => id)
  const some = async <Row>(named: string[], load: () => Promise<readonly Row[]>): Promise<readonly Row[]> =>
    named.length === 0 ? [] : load()
  const [threads, pads, tasks, decisions] = [ids('thread'), ids('pad'), ids('task'), ids('decision')]
  const [ofThreads, ofPads, ofTasks, ofDecisions] = await Promise.all([
    some(threads, () => threadChanges(sql, reader, threads, window)),
    some(pads, () => padChanges(sql, reader, pads, window)),
    some(tasks, () => taskChanges(sql, reader, tasks)),
    some(decisions, () => decisionChanges(sql, reader, decisions)),
  ])
  const all = new Map<string, Changed>([
    ...ofThreads.map((one) => [one.id, { ...one, kind: 'thread' }] as const),
    ...ofPads.map((one) => [one.id, { ...one, kind: 'pad' }] as const),
    ...ofTasks.map((one) => [one.id, { ...one, kind: 'task' }] as const),
    ...ofDecisions.map((one) => [one.id, { ...one, kind: 'decision' }] as const),
  ])
  return changes.flatMap(({ id }) => all.get(id) ?? [])
}
