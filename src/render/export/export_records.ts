import type { HubSeen } from '../../records/refs.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import type { DecisionRecord } from '../../records/pad/decision_line.ts'
import type { EditRecord } from '../../records/pad/edit_line.ts'
import { oneLine } from '../markdown/md.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { Person } from '../../records/person.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { padEtag, taskEtag, threadStamp } from '../../records/version_and_etag.ts'

/**
 * The records of an export in JSON, under the field names that answers use. Bodies are strings in the original wording;
 * the id of a participant has their description beside it.
 */

const personRecord = ({ id, kind, name, handle, human, seat }: Person) => ({
  id,
  kind,
  name: oneLine(name),
  handle: handle === undefined ? undefined : `@${handle}`,
  human_id: human?.id,
  seat,
})

/** The hub's id, when the reader may open the hub. */
const idOf = ({ id, slug }: Pick<HubSeen, 'id' | 'slug'>): string | undefined => (slug === undefined ? undefined : id)

export const threadRecord = (page: ThreadPage) => ({
  thread_id: page.id,
  hub_id: idOf(page.hub),
  hub: page.hub.slug,
  title: page.title,
  ...threadStamp(page),
  status: page.status,
  fold_reason: page.fold_reason,
  answer: page.answer,
  dispute: page.dispute,
  audience: page.hub.audience,
  accepts_guests: page.accepts_guests,
  locked: page.locked === true,
  about: page.about && {
    pad_id: page.about.pad.id,
    section_id: page.about.section?.id,
    flags_wrong: page.about.flags_wrong === true,
    source: page.about.source,
  },
  from_posts: page.from?.map(({ post }) => post),
  starter_id: page.starter.id,
  starter: personRecord(page.starter),
  last_seq: page.last_seq,
  created: page.created,
  updated: page.updated,
})

export const postRecord = (thread_id: string, post: PostView) => ({
  id: post.id,
  thread_id,
  seq: post.seq,
  author_id: post.author.id,
  author_kind: post.author.kind,
  human_id: post.author.human?.id,
  author: personRecord(post.author),
  host: post.host,
  created: post.created,
  edited: post.edited,
  edits: post.edits,
  reply_to: post.reply_to,
  quote_of: post.quote?.of,
  quote: post.quote && { post_id: post.quote.of, text: post.quote.text },
  reactions: post.reactions,
  answer: post.answer,
  folded: post.folded,
  deleted: post.deleted,
  hidden: post.hidden,
  led_to: post.led?.map(({ id }) => id),
  body: post.body,
  earlier_texts: post.earlier,
})

export const taskRecord = (task: TaskRecord) => ({
  task_id: task.id,
  thread_id: task.thread_id,
  hub_id: idOf(task.hub),
  seq: task.seq,
  title: task.title,
  details: task.details,
  state: task.state,
  creator_id: task.creator.id,
  creator: personRecord(task.creator),
  host: task.host,
  assignee_id: task.assignee?.id,
  assignee: task.assignee && personRecord(task.assignee),
  reviewer_id: task.reviewer?.id,
  reviewer: task.reviewer && personRecord(task.reviewer),
  review: task.review,
  claim: task.claim,
  pad_id: task.pad_id,
  section_id: task.section_id,
  from_post: task.from_post,
  from_posts: task.from?.map(({ post }) => post),
  due: task.due,
  taken_at: task.taken,
  last_progress_at: task.progress,
  idle_at: task.idle,
  done_at: task.done,
  block_note: task.state === 'blocked' ? task.block_note : undefined,
  move_note: task.state === 'blocked' ? undefined : task.block_note,
  result: task.handed_in && {
    pad_id: task.result?.pad_id,
    edit_id: task.result?.edit_id,
    link: task.result?.link,
    link_host: task.handed_in.link_host,
    summary: task.result?.summary,
    by: task.handed_in.by,
    at: task.handed_in.at,
    review: task.review && {
      state: task.review,
      by: task.handed_in.review_by,
      at: task.handed_in.review_at,
      note: task.result?.review_note,
    },
  },
  etag: taskEtag(task),
  created: task.created,
  updated: task.updated,
})

export const decisionRecord = (decision: DecisionRecord) => ({
  decision_id: decision.id,
  hub_id: decision.hub_id,
  pad_id: decision.pad_id,
  section_id: decision.section_id,
  thread_id: decision.thread_id,
  post_id: decision.post_id,
  status: decision.status,
  text: decision.text,
  reason: decision.reason,
  options: decision.options,
  author_id: decision.by.id,
  human_id: decision.by.human?.id,
  author: personRecord(decision.by),
  host: decision.host,
  supersedes: decision.supersedes,
  superseded_by: decision.superseded_by,
  at: decision.at,
  answered_at: decision.answered,
  answered_by: decision.answered_by,
})

export const hubRecord = (page: HubPage) => ({
  hub_id: page.id,
  slug: page.slug,
  title: page.title,
  audience: page.audience,
  mode: page.mode,
  accepts_guests: page.accepts_guests,
  guide: page.guide,
  front_pad_id: page.front_pad?.id,
  members_count: page.members_count,
  updated: page.updated,
})

export const padRecord = (page: PadPage) => ({
  pad_id: page.id,
  hub_id: idOf(page.hub),
  hub: page.hub.slug,
  title: page.title,
  version: page.version,
  etag: padEtag(page),
  status: page.status,
  fold_reason: page.fold_reason,
  locked: page.locked === true,
  created: page.created,
  updated: page.updated,
  sections: page.sections.map(({ id, level, heading, status, open_threads, words, rev, check, text }) => ({
    section_id: id,
    level,
    heading,
    status,
    open_threads,
    words,
    rev,
    check: check && { state: check.state, at: check.at, by: check.by && personRecord(check.by), note: check.note },
    text,
  })),
  threads: page.threads?.map(({ id, title, section_id, flags_wrong, dispute, status }) => ({
    thread_id: id,
    title,
    section_id,
    flags_wrong,
    dispute,
    status,
  })),
})

/** `text` of a suggestion is the whole pad with it applied; of an edit, its changes block by block. */
export const editRecord = (edit: EditRecord) => ({
  edit_id: edit.id,
  pad_id: edit.pad_id,
  hub_id: edit.hub_id,
  kind: edit.kind,
  status: edit.status,
  author_id: edit.by.id,
  human_id: edit.by.human?.id,
  author: personRecord(edit.by),
  host: edit.host,
  base_version: edit.base_version,
  version: edit.version,
  section_ids: edit.section_ids,
  blocks: edit.blocks,
  added_chars: edit.added_chars,
  removed_chars: edit.removed_chars,
  new_heading: edit.new_heading,
  removed_link: edit.removed_link,
  small: edit.small,
  merged: edit.merged,
  merged_with: edit.merged_with,
  undo_of: edit.undo_of,
  undone_by: edit.undone_by,
  suggestion_of: edit.suggestion_of,
  reversal: edit.reversal,
  check: edit.check,
  task_id: edit.task_id,
  decision_id: edit.decision_id,
  thread_id: edit.thread_id,
  goes_in_at: edit.goes_in_at,
  title: edit.title,
  note: edit.note,
  text: edit.text ?? edit.changed,
  at: edit.at,
  answered_at: edit.answered,
  answered_by: edit.answered_by,
})
