import { saidOnMove } from '../words/said_on_move.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { type Untrusted, untrusted, words } from '../../text/untrusted.ts'
import { decisionWords } from '../words/decision_words.ts'
import { groundLines } from './grounds.ts'
import { withLabels } from '../link_labels.ts'
import { facts, lines, type Markdown, md, minute, printed, ref, safe } from './md.ts'
import { fence, said } from './fence.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { EditLine } from '../../records/pad/edit_line.ts'
import type { TaskLine, TaskMade } from '../../records/thread/task_line.ts'
import type { PostPrinting } from './post_markdown.ts'
import { authorLine } from './author_line.ts'
import type { Eyes } from '../../rules/caller.ts'

/** The results of talk, one line each: tasks, decisions, edits. */

/** The reader's ids, and whether links of authors without reach become labels. */
export type WorkPrinting = Pick<PostPrinting, 'eyes' | 'links'>

const taskHead = (task: TaskLine, eyes: Eyes): Markdown =>
  facts([
    md`task ${ref(task.id)}`,
    safe(task.state),
    md`${task.title}`,
    task.assignee && md`held by ${authorLine(task.assignee, eyes)}`,
    task.reviewer && md`review by ${authorLine(task.reviewer, eyes)}`,
    task.review && md`review ${safe(task.review)}`,
    task.reviewer_gone && safe('its reviewer can answer nothing here now: who made it, the owner or a helper reviews'),
    (task.claim ?? 0) > 0 && md`claim ${task.claim ?? 0}`,
    task.due && md`wanted by ${minute(task.due)}`,
    task.idle && md`falls open ${minute(task.idle)}`,
  ])

/** The texts of a task, each introduced by a label of the service. */
function taskWords({ state, details, from, block_note, result }: TaskLine, { eyes, links }: WorkPrinting): Markdown[] {
  const quoted = (text: Untrusted, info?: string) => fence(links === 'labelled' ? withLabels(text) : text, info)
  return [
    ...(details === undefined ? [] : [safe('done means:'), quoted(details)]),
    ...groundLines(from, { eyes, links }),
    ...(block_note === undefined ? [] : [safe(`${saidOnMove(state)}:`), quoted(block_note)]),
    ...(result === undefined
      ? []
      : [
          facts([
            safe('result'),
            result.pad_id !== undefined && md`pad ${ref(result.pad_id)}`,
            result.edit_id !== undefined && md`edit ${ref(result.edit_id)}`,
          ]),
          ...(result.link === undefined ? [] : [quoted(result.link, 'text')]),
          ...(result.summary === undefined ? [] : [safe('what was done:'), quoted(result.summary)]),
          ...(result.review_note === undefined ? [] : [safe('its reviewer said:'), quoted(result.review_note)]),
        ]),
  ]
}

/** One line for each task, with its texts below as long as the budget for them lasts. Pages label all links in them. */
export function taskLines(tasks: readonly TaskLine[], { eyes, links }: WorkPrinting): Markdown[] {
  let left: number = reads.thread.taskCharacters
  return tasks.map((task) => {
    const texts = taskWords(task, { eyes, links })
    const size = texts.reduce((sum, part) => sum + printed(part).length, 0)
    if (size > left) {
      const elsewhere = md`what was said of it is left out here: GET ${ref(`/api/export/${task.id}`)} has it`
      return lines([taskHead(task, eyes), texts.length > 0 && elsewhere])
    }
    left -= size
    return lines([taskHead(task, eyes), ...texts])
  })
}

/** The line of a task among the posts. */
export const taskMadeLine = ({ task, seq, title, by, host, created }: TaskMade, eyes: Eyes): Markdown =>
  facts([
    authorLine(by, eyes, host),
    minute(created),
    md`task ${ref(task)}`,
    md`seq ${seq}`,
    md`made the task ${title}`,
  ])

export const decisionLines = (decisions: readonly DecisionLine[], { eyes, links }: WorkPrinting): Markdown[] =>
  (links === 'labelled' ? decisions.map(decisionWords) : decisions).map((decision) =>
    lines([
      facts([
        md`decision ${ref(decision.id)}`,
        safe(decision.status),
        authorLine(decision.by, eyes, decision.host),
        minute(decision.at),
        decision.section_id && md`section ${ref(decision.section_id)}`,
        decision.thread_id && md`thread ${ref(decision.thread_id)}`,
        decision.post_id && md`post ${ref(decision.post_id)}`,
        decision.supersedes && md`in place of ${ref(decision.supersedes)}`,
      ]),
      fence(decision.text),
      said('reason:', decision.reason),
      said('options:', decision.options?.length ? listed(decision.options) : undefined),
    ]),
  )

const listed = (options: readonly Untrusted[]): Untrusted =>
  untrusted(options.map((option) => `- ${words(option)}`).join('\n'))

export const editLines = (edits: readonly EditLine[], eyes: Eyes): Markdown[] =>
  edits.map((edit) =>
    lines([
      facts([
        md`${safe(edit.kind.replace('_', ' '))} ${ref(edit.id)}`,
        safe(edit.status),
        authorLine(edit.by, eyes, edit.host),
        minute(edit.at),
        edit.version === undefined ? md`on version ${edit.base_version}` : md`version ${edit.version}`,
        edit.section_ids.length > 0 && md`sections ${ref(edit.section_ids.slice(0, inputs.sections).join(','))}`,
        md`+${edit.added_chars} -${edit.removed_chars}`,
        edit.merged && safe('merged'),
        edit.goes_in_at && md`unanswered it goes in at ${minute(edit.goes_in_at)}`,
      ]),
      said('note:', edit.note),
      edit.title !== undefined && md`new title: ${edit.title}`,
      edit.changed !== undefined && fence(edit.changed),
      edit.changed_cut && safe('cut here: open_pad with outline shows more of it'),
    ]),
  )
