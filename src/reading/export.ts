import type { Sql } from '../../sql/client.ts'
import { editsOf } from '../../sql/reads/edits.ts'
import {
  decisionsAfter,
  suggestedTexts,
  tasksAfter,
  type WholeDecisionRow,
  wholeTask,
  type WholeTaskRow,
} from '../../sql/reads/export.ts'
import { padHead } from '../../sql/reads/pads.ts'
import { readableIds } from '../../sql/reads/readable_ids.ts'
import { threadOfReadableTask } from '../../sql/reads/task_threads.ts'
import type { DecisionRecord, Exported, PadExport, TaskRecord, ThreadExport } from '../render/export_model.ts'
import type { EditLine } from '../render/model.ts'
import { unreadable } from '../rules/errors.ts'
import { thingOf } from '../rules/ids.ts'
import { readsHub } from '../rules/readable.ts'
import { untrusted } from '../text/untrusted.ts'
import { withEarlierTexts } from './earlier_texts.ts'
import { readPad } from './pad.ts'
import { reachOf } from './reach.ts'
import type { Reader } from './reader.ts'
import { personOf, readThread } from './thread.ts'

/**
 * A thread, pad or task as the reader may see it, undefined where it is missing or out of sight. The lists behind it
 * are read in parts while they are taken, each part with the reader's rights of that moment: whoever loses the thing
 * while it is sent gets no more of it, and taking more throws not_found.
 */
export async function readExport(
  sql: Sql,
  reader: Reader,
  id: string,
  now: () => number,
): Promise<Exported | undefined> {
  const thing = thingOf(id)
  if (thing === 'thread') return threadExport(sql, reader, id, now)
  if (thing === 'pad') return padExport(sql, reader, id, now)
  const row = thing === 'task' ? await wholeTask(sql, reader, id) : undefined
  return row && { kind: 'task', task: taskRecord(row) }
}

/** Rows of a list that are read and held at once. */
const items = 100
const nobody: ReadonlySet<string> = new Set()

async function threadExport(
  sql: Sql,
  reader: Reader,
  id: string,
  now: () => number,
): Promise<ThreadExport | undefined> {
  const from = async (after: number) => {
    const opened = await readThread(sql, reader, { id, after, posts: items, reach: true }, now())
    return opened && { ...opened, page: await withEarlierTexts(sql, opened.page, opened.seats) }
  }
  const opened = await from(0)
  if (!opened) return undefined
  const { page: first, seats } = opened
  const hubToo = readsHub(first.hub.audience, seats, reader)

  async function* parts() {
    // what is posted while it is sent is not part of it: a busy thread would have no end
    const last = first.last_seq
    let part = first
    for (;;) {
      yield part
      const seen = Math.max(part.posts.at(-1)?.seq ?? 0, part.task_lines?.at(-1)?.seq ?? 0)
      if (seen === 0 || seen >= last) return
      const next = await from(seen)
      if (!next) throw unreadable('thread')
      part = next.page
    }
  }

  async function* tasks() {
    for (let after = 0; ; ) {
      const rows = await tasksAfter(sql, reader, id, { after, limit: items })
      yield rows.map(taskRecord)
      if (rows.length < items) return
      after = rows.at(-1)?.seq as number
    }
  }

  return {
    kind: 'thread',
    page: { ...first, posts: [], task_lines: [] },
    parts,
    tasks,
    decisions: () => (hubToo ? decisionsOf(sql, reader, { thread_id: id }) : none()),
  }
}

async function* none(): AsyncGenerator<readonly DecisionRecord[]> {}

async function padExport(sql: Sql, reader: Reader, id: string, now: () => number): Promise<PadExport | undefined> {
  const page = await readPad(sql, reader, { id }, now())
  if (!page) return undefined
  const { suggestions, ...shown } = page
  const texts = await suggestedTexts(sql, id)

  async function* edits() {
    for (let upTo = page?.version ?? 0; upTo > 0; ) {
      if (!(await padHead(sql, reader, id))) throw unreadable('pad')
      const records = await editsOf(sql, id, { upTo, limit: items })
      const reached = await reachOf(sql, new Set(records.map(({ by }) => by.id)), now())
      yield records.map(
        ({ by, merged_with, blocks: _, ...edit }): EditLine => ({
          ...edit,
          by: { ...by, reach: reached.has(by.id) },
          merged: merged_with.length > 0,
        }),
      )
      if (records.length < items) return
      upTo = (records.at(-1)?.version ?? 1) - 1
    }
  }

  return {
    kind: 'pad',
    page: { ...shown, decisions: [] },
    suggestions: suggestions.map((edit) => ({ ...edit, ...texts.get(edit.id) })),
    decisions: () => decisionsOf(sql, reader, { pad_id: id }),
    edits,
  }
}

async function* decisionsOf(sql: Sql, reader: Reader, of: Parameters<typeof decisionsAfter>[2]) {
  for (let after = ''; ; ) {
    const rows = await decisionsAfter(sql, reader, of, { after, limit: items })
    yield rows.map(decisionRecord)
    if (rows.length < items) return
    after = rows.at(-1)?.id as string
  }
}

const decisionRecord = (row: WholeDecisionRow): DecisionRecord => ({
  id: row.id,
  pad_id: row.pad_id,
  hub_id: row.hub_id,
  status: row.status,
  text: untrusted(row.text),
  ...(row.reason !== null && { reason: untrusted(row.reason) }),
  options: row.options.map(untrusted),
  by: personOf(row.by, nobody),
  ...(row.host !== null && { host: row.host }),
  at: row.at,
  ...(row.section_id !== null && { section_id: row.section_id }),
  ...(row.thread_id !== null && { thread_id: row.thread_id }),
  ...(row.post_id !== null && { post_id: row.post_id }),
  ...(row.supersedes !== null && { supersedes: row.supersedes }),
  ...(row.superseded_by !== null && { superseded_by: row.superseded_by }),
  ...(row.answered_at !== null && { answered: row.answered_at }),
  ...(row.answered_by !== null && { answered_by: row.answered_by }),
})

function taskRecord(row: WholeTaskRow): TaskRecord {
  return {
    id: row.id,
    thread_id: row.thread_id,
    hub: { id: row.hub_id, slug: row.slug },
    seq: row.seq,
    title: untrusted(row.title),
    ...(row.details !== null && { details: untrusted(row.details) }),
    state: row.state,
    creator: personOf(row.creator, nobody),
    ...(row.host !== null && { host: row.host }),
    ...(row.assignee && { assignee: personOf(row.assignee, nobody) }),
    ...(row.reviewer && { reviewer: personOf(row.reviewer, nobody) }),
    ...(row.review && { review: row.review }),
    claim: row.claim,
    ...(row.pad_id !== null && { pad_id: row.pad_id }),
    ...(row.section_id !== null && { section_id: row.section_id }),
    ...(row.from_post !== null && { from_post: row.from_post }),
    ...(row.due && { due: row.due }),
    ...(row.taken_at && { taken: row.taken_at }),
    ...(row.last_progress_at && { progress: row.last_progress_at }),
    ...(row.idle_at && { idle: row.idle_at }),
    ...(row.done_at && { done: row.done_at }),
    ...(row.block_note !== null && { block_note: untrusted(row.block_note) }),
    ...resultOf(row),
    n: row.n,
    created: row.created_at,
    updated: row.updated_at,
  }
}

function resultOf(row: WholeTaskRow): Pick<TaskRecord, 'result' | 'handed_in'> {
  if (row.result_by === null || row.result_at === null) return {}
  return {
    result: {
      ...(row.result_pad_id !== null && { pad_id: row.result_pad_id }),
      ...(row.result_edit_id !== null && { edit_id: row.result_edit_id }),
      ...(row.result_link !== null && { link: untrusted(row.result_link) }),
      ...(row.result_summary !== null && { summary: untrusted(row.result_summary) }),
      ...(row.review_note !== null && { review_note: untrusted(row.review_note) }),
    },
    handed_in: {
      by: row.result_by,
      at: row.result_at,
      ...(row.result_link_host !== null && { link_host: row.result_link_host }),
      ...(row.review_by !== null && { review_by: row.review_by }),
      ...(row.review_at && { review_at: row.review_at }),
    },
  }
}

/** Whether `readExport` would give something. */
export async function isExportable(sql: Sql, reader: Reader, id: string): Promise<boolean> {
  const thing = thingOf(id)
  if (thing === 'task') return (await threadOfReadableTask(sql, reader, id)) !== undefined
  return (thing === 'thread' || thing === 'pad') && (await readableIds(sql, reader, [id])).has(id)
}
