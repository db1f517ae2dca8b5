import type { Sql } from '../../../sql/client.ts'
import {
  ownEdits,
  type OwnEditRow,
  ownTasksMoved,
  type OwnTaskRow,
  type TakenBackRow,
  takenBack,
  type ThreadMovedRow,
  threadsMoved,
} from '../../../sql/reads/away/since_last_visit.ts'
import { present, presentAs } from '../../records/present.ts'
import type { AwayEdit, AwayLine } from '../../records/home/away.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/reader.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { changesOf } from '../pad/pad_edits.ts'
import { noReach, personOf } from '../account/person.ts'
import { sectionOf } from './to_decide_records.ts'
import { grouped } from '../../records/grouped.ts'

/** Returns what a person's agents did since a time, what of it was undone, and which threads they read went on. */
export async function happenedSince(
  sql: Sql,
  reader: Reader,
  human: string,
  since: Date,
): Promise<readonly AwayLine[]> {
  const { lines: limit, threads, rowsScanned } = reads.home
  const wanted = { since, limit }
  const [edits, undone, tasks, moved] = await Promise.all([
    ownEdits(sql, reader, human, wanted),
    takenBack(sql, reader, human, wanted),
    ownTasksMoved(sql, reader, human, wanted),
    threadsMoved(sql, reader, { since, limit: threads, rowsScanned }),
  ])
  const together = togetherByPad(edits)
  const changes = await changesIn(sql, together)
  return [
    ...together.map((all) => editLine(all, changes.get(all[0].edit_id))),
    ...undone.map(takenBackLine),
    ...tasks.map(taskLine),
    ...moved.map(threadLine),
  ]
}

/** Groups edits by author and pad into one line each, newest edit first. */
const togetherByPad = (edits: readonly OwnEditRow[]): readonly (readonly [OwnEditRow, ...OwnEditRow[]])[] => [
  ...grouped(edits.map((edit) => [`${edit.by.id} ${edit.pad_id}`, edit])).values(),
]

/** What the newest few changed that stand alone in their pad and are not long: a person may undo them at once. */
async function changesIn(
  sql: Sql,
  together: readonly (readonly [OwnEditRow, ...OwnEditRow[]])[],
): Promise<ReadonlyMap<string, Untrusted>> {
  const { changes, changeCharacters } = reads.home
  const shown = together
    .filter(([{ version, status, added_chars, removed_chars }, ...others]) => {
      return version > 1 && status === 'live' && others.length === 0 && added_chars + removed_chars <= changeCharacters
    })
    .slice(0, changes)
  const read = await Promise.all(
    shown.map(([{ pad_id, edit_id, ...edit }]) => changesOf(sql, pad_id, [{ id: edit_id, ...edit }])),
  )
  return new Map(read.flatMap((one) => [...one]))
}

function editLine(
  [newest, ...others]: readonly [OwnEditRow, ...OwnEditRow[]],
  changed: Untrusted | undefined,
): AwayEdit {
  const alone = others.length === 0
  const began = alone && newest.version === 1
  const section = newest.sections?.[0] && sectionOf(newest.pad_id, newest.sections[0])
  return presentAs({
    kind: 'edit',
    ...onPad(newest),
    began: began || undefined,
    section: section && alone && !began ? section : undefined,
    edits: others.length + 1,
    added_chars: newest.added_chars,
    removed_chars: newest.removed_chars,
    changed,
    undone: newest.status === 'undone' && alone ? true : undefined,
    undoable: newest.undoable && alone && !began,
  })
}

const takenBackLine = (row: TakenBackRow): AwayLine => ({
  kind: 'taken_back',
  ...onPad(row),
  of: personOf(row.of, noReach),
  undoable: row.status === 'live' && row.kind === 'undo',
})

const taskLine = (row: OwnTaskRow): AwayLine =>
  present({
    kind: 'task',
    at: row.at,
    by: personOf(row.by, noReach),
    hub: row.hub,
    task: { id: row.task_id, title: row.title },
    state: row.state,
    thread: { id: row.thread_id, title: row.thread_title },
    note: row.state === 'blocked' && row.block_note !== null ? row.block_note : undefined,
  })

const threadLine = (row: ThreadMovedRow): AwayLine =>
  present({
    kind: 'thread',
    at: row.at,
    by: personOf(row.newest_by, noReach),
    hub: row.hub,
    thread: { id: row.thread_id, title: row.title },
    by_people: row.by_people,
    by_agents: row.by_agents,
    answered_by: row.answered_by && personOf(row.answered_by, noReach),
  })

const onPad = (row: OwnEditRow | TakenBackRow) =>
  present({
    at: row.at,
    by: personOf(row.by, noReach),
    hub: row.hub,
    pad: { id: row.pad_id, title: row.pad_title },
    edit_id: row.edit_id,
    note: row.note,
  })
