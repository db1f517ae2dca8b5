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
  ...authored(post.author),
  author_kind: post.author.kind,
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

/** The author of a record. */
const authored = (by: Person) => ({ author_id: by.id, human_id: by.human?.id, author: personRecord(by) })

/** All that `decisionsAfter` (sql/reads/pad/exported.ts) selects. */
export const decisionRecord = ({ id, by, answered, ...decision }: DecisionRecord) => ({
  decision_id: id,
  ...decision,
  ...authored(by),
  answered_at: answered,
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

/**
 * All that `wholeEdits` (sql/reads/pad/exported.ts) selects. `text` of a suggestion is the whole pad with it applied; of an edit,
 * its changes block by block.
 */
export const editRecord = ({ id, by, changed, text = changed, answered, ...edit }: EditRecord) => ({
  edit_id: id,
  ...edit,
  ...authored(by),
  text,
  answered_at: answered,
})
