import type { WholeDecisionRow, WholeTaskRow } from '../../sql/reads/export.ts'
import type { WholeEditRow } from '../../sql/reads/exported_edits.ts'
import type { DecisionRecord, EditRecord, TaskRecord } from '../render/export_model.ts'
import { untrusted } from '../text/untrusted.ts'
import { personOf } from './person.ts'

/** Rows of an export as the renderers take them: what does not apply is left out. */

/** Tasks and edits are many hands' work: in a file all links of them are labelled or written by the format alone. */
const nobody: ReadonlySet<string> = new Set()

export const decisionRecord = (row: WholeDecisionRow, reach: ReadonlySet<string>): DecisionRecord => ({
  id: row.id,
  pad_id: row.pad_id,
  hub_id: row.hub_id,
  status: row.status,
  text: untrusted(row.text),
  ...(row.reason !== null && { reason: untrusted(row.reason) }),
  options: row.options.map(untrusted),
  by: personOf(row.by, reach),
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

export function taskRecord(row: WholeTaskRow): TaskRecord {
  return {
    id: row.id,
    thread_id: row.thread_id,
    hub: { id: row.hub_id, ...(row.slug !== null && { slug: row.slug }) },
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

export const editRecord = (row: WholeEditRow): EditRecord => ({
  id: row.id,
  pad_id: row.pad_id,
  hub_id: row.hub_id,
  kind: row.kind,
  status: row.status,
  by: personOf(row.by, nobody),
  at: row.at,
  ...(row.host !== null && { host: row.host }),
  base_version: row.base_version,
  ...(row.version !== null && { version: row.version }),
  section_ids: row.section_ids,
  blocks: row.blocks,
  merged: row.merged_with.length > 0,
  merged_with: row.merged_with,
  added_chars: row.added_chars,
  removed_chars: row.removed_chars,
  new_heading: row.new_heading,
  removed_link: row.removed_link,
  small: row.small,
  reversal: row.reversal,
  ...(row.undo_of !== null && { undo_of: row.undo_of }),
  ...(row.undone_by !== null && { undone_by: row.undone_by }),
  ...(row.suggestion_of !== null && { suggestion_of: row.suggestion_of }),
  ...(row.checked && { check: checkOf(row.checked) }),
  ...(row.task_id !== null && { task_id: row.task_id }),
  ...(row.decision_id !== null && { decision_id: row.decision_id }),
  ...(row.thread_id !== null && { thread_id: row.thread_id }),
  ...(row.note !== null && { note: untrusted(row.note) }),
  ...(row.text !== null && { text: untrusted(row.text) }),
  ...(row.title !== null && { title: untrusted(row.title) }),
  ...(row.goes_in_at && row.status === 'proposed' && { goes_in_at: row.goes_in_at }),
  ...(row.answered_at && { answered: row.answered_at }),
  ...(row.answered_by !== null && { answered_by: row.answered_by }),
})

const checkOf = ({ state, by, at, note }: NonNullable<WholeEditRow['checked']>): NonNullable<EditRecord['check']> => ({
  state,
  at,
  ...(by !== undefined && { by }),
  ...(note !== undefined && { note: untrusted(note) }),
})
