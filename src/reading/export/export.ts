import type { Sql } from '../../../sql/client.ts'
import { replacedBy } from '../../../sql/reads/pad/edits.ts'
import {
  decisionsAfter,
  type WholeDecision,
  editsUpTo,
  suggestionsAfter,
  type WholeEdit,
} from '../../../sql/reads/pad/exported.ts'
import { tasksAfter, type WholeTask, wholeTask } from '../../../sql/reads/thread/exported_tasks.ts'
import { type HubContent, hubContents } from '../../../sql/reads/hub/hub_contents.ts'
import { padHead } from '../../../sql/reads/pad/pad_head.ts'
import { readableIds } from '../../../sql/reads/may_read/readable_ids.ts'
import { threadOfReadableTask } from '../../../sql/reads/actor_to_ask.ts'
import type { DecisionRecord } from '../../records/pad/decision_line.ts'
import type { EditRecord } from '../../records/pad/edit_line.ts'
import type { Exported, HubExport, PadExport, ThreadExport } from '../../render/export/export_model.ts'
import { orUnreadable, unreadable } from '../../rules/errors.ts'
import { thingOf } from '../../rules/ids.ts'
import { readsHub } from '../../rules/may_read/readable.ts'
import { changedLines } from '../../text/merging/changed_lines.ts'
import { untrusted } from '../../text/untrusted.ts'
import { withEarlierTexts } from '../thread/earlier_texts.ts'
import { withTaskGrounds } from '../thread/grounds.ts'
import { byPerson, taskRecord } from './export_rows.ts'
import { readHub } from '../hub/hub_page.ts'
import { readPad } from '../pad/pad.ts'
import type { ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'

type Reads<Whole> = (parts: ReadingParts, reader: Reader, id: string, now: () => number) => Promise<Whole | undefined>

/**
 * Returns a hub, thread, pad or task as the reader may see it; undefined when it is missing or not readable. Its lists
 * are read in parts while they are sent, each part with the reader's rights at that moment: a reader who loses access
 * during the export gets no more of it, and taking the next part throws not_found.
 */
export const readExport: Reads<Exported> = async (parts, reader, id, now) => {
  const { sql } = parts
  const thing = thingOf(id)
  if (thing === 'thread') return threadExport(parts, reader, id, now)
  if (thing === 'pad') return padExport(parts, reader, id, now)
  if (thing === 'hub') return hubExport(parts, reader, id, now)
  const row = thing === 'task' ? await wholeTask(sql, reader, id) : undefined
  const [task] = row ? await withTaskGrounds(sql, reader, [taskRecord(row)]) : []
  return task && { kind: 'task', task }
}

const hubExport: Reads<HubExport> = async (parts, reader, id, now) => {
  const { sql } = parts
  const page = await readHub(parts, reader, { hub: id }, now())
  if (!page) return undefined
  const { next_cursor: _, ...head } = page

  async function* contents() {
    for (let after: HubContent | undefined; ; ) {
      const some = await orUnreadable('hub', hubContents(sql, reader, id, { after, limit: items }))
      for (const one of some) {
        const content = await (one.type === 'pad' ? padExport : threadExport)(parts, reader, one.id, now)
        // undefined when it was hidden after it was listed
        if (content) yield content
      }
      after = some.at(-1)
      if (!after) return
    }
  }

  return { kind: 'hub', page: { ...head, items: [] }, contents }
}

/** Rows of a list that are read and held at once. */
const items = 100
/** The same for rows that may hold the text of a whole pad. */
const whole = 20

/** Reads a list in parts of this size, each from where the one before ended. */
async function* inParts<Row>(size: number, read: (last?: Row) => Promise<readonly Row[]>) {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

const threadExport: Reads<ThreadExport> = async (parts, reader, id, now) => {
  const { sql } = parts
  const from = async (after: number) => {
    const opened = await parts.threads.read(reader, { id, after, posts: items, reach: true }, now())
    return opened && withEarlierTexts(sql, opened)
  }
  const opened = await from(0)
  if (!opened) return undefined
  const { page: first, seats } = opened
  const hubToo = readsHub(first.hub.audience, seats, reader)

  async function* pages() {
    // excludes posts that arrive during the export: a busy thread would never end
    const last = first.last_seq
    let part = first
    for (;;) {
      yield part
      const seen = Math.max(part.posts.at(-1)?.seq ?? 0, part.task_lines?.at(-1)?.seq ?? 0)
      if (seen === 0 || seen >= last) return
      part = (await orUnreadable('thread', from(seen))).page
    }
  }

  return {
    kind: 'thread',
    page: { ...first, posts: [], task_lines: [] },
    parts: pages,
    tasks: () => tasksOf(sql, reader, id),
    decisions: () => (hubToo ? decisionsOf(parts, reader, { thread_id: id }, now) : none()),
  }
}

async function* tasksOf(sql: Sql, reader: Reader, id: string) {
  const read = (last?: WholeTask) => tasksAfter(sql, reader, id, { after: last?.seq ?? 0, limit: items })
  for await (const rows of inParts(items, read)) yield await withTaskGrounds(sql, reader, rows.map(taskRecord))
}

async function* none(): AsyncGenerator<readonly DecisionRecord[]> {}

const padExport: Reads<PadExport> = async (parts, reader, id, now) => {
  const { sql } = parts
  const page = await readPad(parts, reader, { id }, now())
  if (!page) return undefined
  const { suggestions: _, decisions: __, ...shown } = page
  const there = async () => {
    if (!(await padHead(sql, reader, id))) throw unreadable('pad')
  }

  async function* suggestions() {
    const read = async (last?: WholeEdit) => {
      await there()
      return suggestionsAfter(sql, reader, id, { after: last?.id ?? '', limit: whole })
    }
    for await (const rows of inParts(whole, read)) yield rows.map((row) => byPerson(row))
  }

  async function* edits() {
    const read = async (last?: WholeEdit) => {
      await there()
      return editsUpTo(sql, reader, id, { upTo: last ? (last.version ?? 1) - 1 : shown.version, limit: whole })
    }
    for await (const rows of inParts(whole, read))
      yield await withChanges(
        sql,
        id,
        rows.map((row) => byPerson(row)),
      )
  }

  return {
    kind: 'pad',
    page: { ...shown, decisions: [] },
    suggestions,
    decisions: () => decisionsOf(parts, reader, { pad_id: id }, now),
    edits,
  }
}

/** Adds the block changes of each edit, as lines with - and +. */
async function withChanges(sql: Sql, pad: string, edits: readonly EditRecord[]): Promise<readonly EditRecord[]> {
  const replaced = await replacedBy(
    sql,
    pad,
    edits.flatMap(({ version }) => (version === undefined ? [] : [version])),
  )
  const changes = new Map(replaced.map(({ version, block_id, ...sides }) => [`${version} ${block_id}`, sides]))
  return edits.map((edit) => {
    const lines = edit.blocks.flatMap(({ id, change }) => {
      const sides = changes.get(`${edit.version} ${id}`)
      return [`block ${id} ${change}`, ...(sides ? [changedLines(sides)] : [])]
    })
    return lines.length === 0 ? edit : { ...edit, changed: untrusted(lines.join('\n')) }
  })
}

async function* decisionsOf(
  parts: ReadingParts,
  reader: Reader,
  of: Parameters<typeof decisionsAfter>[2],
  now: () => number,
) {
  const { sql } = parts
  const read = (last?: WholeDecision) => decisionsAfter(sql, reader, of, { after: last?.id ?? '', limit: items })
  for await (const rows of inParts(items, read)) {
    const reach = await parts.reach.of([...new Set(rows.map(({ by }) => by.id))], now())
    yield rows.map((row) => byPerson(row, reach))
  }
}

/** Whether `readExport` would return a value. */
export async function isExportable(sql: Sql, reader: Reader, id: string): Promise<boolean> {
  const thing = thingOf(id)
  if (thing === 'task') return (await threadOfReadableTask(sql, reader, id)) !== undefined
  return (thing === 'hub' || thing === 'thread' || thing === 'pad') && (await readableIds(sql, reader, [id])).has(id)
}
