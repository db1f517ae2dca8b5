import type { DecisionRecord } from '../../records/pad/decision_line.ts'
import type { EditRecord } from '../../records/pad/edit_line.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import type { Untrusted } from '../../text/untrusted.ts'

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

/** An account: its owner's own records, as JSON text, and the contents of the places where they have a seat. */
export interface AccountExport {
  readonly profile: Untrusted
  /** lists by name; each is read in parts */
  readonly lists: Readonly<Record<string, AsyncIterable<readonly Untrusted[]>>>
  readonly places: readonly string[]
  /** resolves to undefined when the place is no longer readable */
  readonly place: (id: string) => Promise<Exported | undefined>
}
