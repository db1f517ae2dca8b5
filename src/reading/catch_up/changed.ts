import type { Sql } from '../../../sql/client.ts'
import type { Change } from '../../../sql/reads/catch_up/catch_up.ts'
import type { Window } from '../../../sql/reads/catch_up/catch_up_window.ts'
import { decisionChanges, padChanges, taskChanges, threadChanges } from '../../../sql/reads/catch_up/changes.ts'
import type { Changed } from '../../records/changed.ts'
import type { Reader } from '../../rules/caller.ts'

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
  const all = new Map([...ofThreads, ...ofPads, ...ofTasks, ...ofDecisions].map((one) => [one.id, one]))
  return changes.flatMap(({ id }) => all.get(id) ?? [])
}
