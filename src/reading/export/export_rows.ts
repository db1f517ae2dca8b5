import type { WholeDecisionRow } from '../../../sql/reads/pad/exported_decisions.ts'
import type { WholeTaskRow } from '../../../sql/reads/thread/exported_tasks.ts'
import type { WholeEditRow } from '../../../sql/reads/pad/exported_edits.ts'
import { presentAs } from '../../records/present.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import type { DecisionRecord, EditRecord } from '../../render/export/export_model.ts'
import { untrusted } from '../../text/untrusted.ts'
import { noReach, personOf } from '../account/person.ts'

/** Converts rows to the records of an export. Fields that do not apply are left out. */

export const decisionRecord = (row: WholeDecisionRow, reach: ReadonlySet<string>): DecisionRecord =>
  presentAs({
    id: row.id,
    pad_id: row.pad_id,
    hub_id: row.hub_id,
    status: row.status,
    text: row.text,
    reason: row.reason,
    options: row.options.map(untrusted),
    by: personOf(row.by, reach),
    host: row.host,
    at: row.at,
    section_id: row.section_id,
    thread_id: row.thread_id,
    post_id: row.post_id,
    supersedes: row.supersedes,
    superseded_by: row.superseded_by,
    answered: row.answered_at,
    answered_by: row.answered_by,
  })

export function taskRecord(row: WholeTaskRow): TaskRecord {
  return presentAs({
    id: row.id,
    thread_id: row.thread_id,
    hub: presentAs({ id: row.hub.id, slug: row.hub.slug }),
    seq: row.seq,
    title: row.title,
    details: row.details,
    state: row.state,
    creator: personOf(row.creator, noReach),
    host: row.host,
    assignee: row.assignee && personOf(row.assignee, noReach),
    reviewer: row.reviewer && personOf(row.reviewer, noReach),
    review: row.review,
    claim: row.claim,
    pad_id: row.pad_id,
    section_id: row.section_id,
    from_post: row.from_post,
    due: row.due,
    taken: row.taken_at,
    progress: row.last_progress_at,
    idle: row.idle_at,
    done: row.done_at,
    block_note: row.block_note,
    ...resultOf(row),
    n: row.n,
    created: row.created_at,
    updated: row.updated_at,
  })
}

function resultOf(row: WholeTaskRow): Pick<TaskRecord, 'result' | 'handed_in'> {
  if (row.result_by === null || row.result_at === null) return {}
  return {
    result: presentAs({
      pad_id: row.result_pad_id,
      edit_id: row.result_edit_id,
      link: row.result_link,
      summary: row.result_summary,
      review_note: row.review_note,
    }),
    handed_in: presentAs({
      by: row.result_by,
      at: row.result_at,
      link_host: row.result_link_host,
      review_by: row.review_by,
      review_at: row.review_at,
    }),
  }
}

export const editRecord = (row: WholeEditRow): EditRecord =>
  presentAs({
    id: row.id,
    pad_id: row.pad_id,
    hub_id: row.hub_id,
    kind: row.kind,
    status: row.status,
    by: personOf(row.by, noReach),
    at: row.at,
    host: row.host,
    base_version: row.base_version,
    version: row.version,
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
    undo_of: row.undo_of,
    undone_by: row.undone_by,
    suggestion_of: row.suggestion_of,
    check: row.checked && checkOf(row.checked),
    task_id: row.task_id,
    decision_id: row.decision_id,
    thread_id: row.thread_id,
    note: row.note,
    text: row.text,
    title: row.title,
    goes_in_at: row.goes_in_at && row.status === 'proposed' ? row.goes_in_at : undefined,
    answered: row.answered_at,
    answered_by: row.answered_by,
  })

const checkOf = ({ state, by, at, note }: NonNullable<WholeEditRow['checked']>): NonNullable<EditRecord['check']> =>
  presentAs({ state, at, by, note })
