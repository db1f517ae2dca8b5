import type { DecisionRecord } from '../../records/pad/decision_line.ts'
import type { EditRecord } from '../../records/pad/edit_line.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'

/** The model of an export. Long lists come in parts, so that no document is ever in memory as a whole. */

export interface ThreadExport {
  readonly kind: 'thread'
  /** without its posts */
  readonly page: ThreadPage
  /** posts and task lines, oldest first */
  readonly parts: () => AsyncIterable<ThreadPage>
  readonly tasks: () => AsyncIterable<readonly TaskRecord[]>
  readonly decisions: () => AsyncIterable<readonly DecisionRecord[]>
}

export interface PadExport {
  readonly kind: 'pad'
  readonly page: PadPage
  /** oldest first */
  readonly suggestions: () => AsyncIterable<readonly EditRecord[]>
  readonly decisions: () => AsyncIterable<readonly DecisionRecord[]>
  /** newest first, each with its changes block by block */
  readonly edits: () => AsyncIterable<readonly EditRecord[]>
}

interface TaskExport {
  readonly kind: 'task'
  readonly task: TaskRecord
}

/** A hub with everything in it that the reader may see: first pads, then threads, each complete, oldest first. */
export interface HubExport {
  readonly kind: 'hub'
  /** without its items */
  readonly page: HubPage
  readonly contents: () => AsyncIterable<PadExport | ThreadExport>
}

export type Exported = ThreadExport | PadExport | TaskExport | HubExport
