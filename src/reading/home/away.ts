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
import { presentAs } from '../../records/present.ts'
import type { AwayEdit, AwayLine, AwayThread } from '../../records/home/away.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/caller.ts'
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
  ...grouped(edits.map((edit) => [`${edit.by.id} ${edit.pad.id}`, edit])).values(),
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
    shown.map(([{ pad, edit_id, ...edit }]) => changesOf(sql, pad.id, [{ id: edit_id, ...edit }])),
  )
  return new Map(read.flatMap((one) => [...one]))
}

function editLine(
  [newest, ...others]: readonly [OwnEditRow, ...OwnEditRow[]],
  changed: Untrusted | undefined,
): AwayEdit {
  const { version, status, by, section, undoable, ...edit } = newest
  const alone = others.length === 0
  const began = alone && version === 1
  return presentAs({
    kind: 'edit',
    ...edit,
    by: personOf(by, noReach),
    began: began || undefined,
    section: section && alone && !began ? sectionOf(edit.pad.id, section) : undefined,
    edits: others.length + 1,
    changed,
    undone: status === 'undone' && alone ? true : undefined,
    undoable: undoable && alone && !began,
  })
}

const takenBackLine = ({ by, of, ...row }: TakenBackRow): AwayLine => ({
  kind: 'taken_back',
  ...row,
  by: personOf(by, noReach),
  of: personOf(of, noReach),
})

const taskLine = ({ by, ...row }: OwnTaskRow): AwayLine => ({ kind: 'task', ...row, by: personOf(by, noReach) })

const threadLine = ({ by, answered_by, ...row }: ThreadMovedRow): AwayThread =>
  presentAs({
    kind: 'thread',
    ...row,
    by: personOf(by, noReach),
    answered_by: answered_by && personOf(answered_by, noReach),
  })
