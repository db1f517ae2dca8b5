import type { Member } from './hub_member.ts'
import type { HubPage } from './hub_page.ts'
import type { HubWaiting, SeatRequest } from './hub_waiting.ts'
import type { LogLine } from './log_line.ts'
import type { OpenTask } from '../home/open_task.ts'
import type { SearchResult } from '../search_result.ts'

/** A hub as open_hub gives it to one reader. */
export interface OpenedHub {
  readonly page: HubPage
  /** the reader was removed and has no seat since */
  readonly removed?: boolean
  readonly open_tasks: readonly OpenTask[]
  readonly decisions: readonly SearchResult[]
  /** only when asked for */
  readonly members?: readonly Member[]
  /** for owner and helpers: requests for a seat, and what else waits for them */
  readonly asking: readonly SeatRequest[]
  readonly waiting?: HubWaiting
  /** only when asked for by owner and helpers */
  readonly log?: readonly LogLine[]
}
