import { fence, joined, lines, type Markdown, md, minute, ref, safe } from './md.ts'
import type { DecisionLine, EditLine, TaskLine } from './model.ts'
import { person } from './said.ts'

/** What came out of talking: tasks, decisions, edits, a line each. */

export const taskLines = (tasks: readonly TaskLine[]): Markdown[] =>
  tasks.map((task) =>
    joined(
      [
        md`task ${ref(task.id)}`,
        safe(task.state),
        md`${task.title}`,
        task.assignee && md`held by ${person(task.assignee)}`,
        task.reviewer && md`review by ${person(task.reviewer)}`,
        task.review && md`review ${safe(task.review)}`,
      ],
      ' · ',
    ),
  )

export const decisionLines = (decisions: readonly DecisionLine[]): Markdown[] =>
  decisions.map((decision) =>
    lines([
      joined(
        [
          md`decision ${ref(decision.id)}`,
          safe(decision.status),
          person(decision.by),
          minute(decision.at),
          decision.section_id && md`section ${ref(decision.section_id)}`,
          decision.thread_id && md`thread ${ref(decision.thread_id)}`,
          decision.post_id && md`post ${ref(decision.post_id)}`,
        ],
        ' · ',
      ),
      fence(decision.text),
      ...(decision.reason === undefined ? [] : [safe('reason:'), fence(decision.reason)]),
    ]),
  )

export const editLines = (edits: readonly EditLine[]): Markdown[] =>
  edits.map((edit) =>
    lines([
      joined(
        [
          md`${safe(edit.kind.replace('_', ' '))} ${ref(edit.id)}`,
          safe(edit.status),
          person(edit.by),
          minute(edit.at),
          edit.version === undefined ? md`on version ${edit.base_version}` : md`version ${edit.version}`,
          edit.section_ids.length > 0 && md`sections ${ref(edit.section_ids.join(','))}`,
          md`+${edit.added_chars} -${edit.removed_chars}`,
          edit.merged && safe('merged'),
        ],
        ' · ',
      ),
      ...(edit.note === undefined ? [] : [safe('note:'), fence(edit.note)]),
      ...(edit.changed === undefined ? [] : [fence(edit.changed)]),
    ]),
  )
