import type { Ask } from '../../actors/runtime/wire/ask.ts'
import type { Front } from '../../actors/runtime/front/front.ts'
import type { Waits } from '../../actors/runtime/front/waits.ts'
import type { RenderPool } from '../../workers/pool.ts'
import type { Behind } from './call/behind.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Tracing } from '../tracing.ts'
import type { ShortLived } from '../redis/short_lived.ts'
import type { Credentials } from '../identity/credentials.ts'
import type { GuestStandings } from '../reading/hub/guest_standing.ts'
import type { InboxesCounted } from '../reading/home/inbox_counts.ts'
import type { HumanLabels } from '../reading/account/human_labels.ts'
import type { LinkRequests } from '../reading/account/linking.ts'
import type { NotedReads } from '../reading/noted_reads.ts'
import type { ReadingParts } from '../reading/reading_parts.ts'
import type { Pauses } from '../reading/server_pauses.ts'
import type { ThreadVersions } from '../reading/thread/thread_version.ts'
import type { Windows } from '../redis/rolling_windows.ts'
import type { InTurn, SearchesInTurn } from './call/in_turn.ts'
import type { OftenRefused } from './call/pace/often_refused.ts'
import type { SpendRead } from './call/pace/read_pace.ts'

/** What every tool is given: built once at start. Its connections only read: writes go through an actor. */
export interface ToolParts extends ReadingParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing?: Tracing | undefined
  /** for searches only: few connections, with a short statement timeout */
  readonly searching: ReadingParts
  readonly windows: Windows
  readonly behind: Behind
  /** of this instance alone */
  readonly inTurn: InTurn
  /** of this instance alone */
  readonly readInTurn: InTurn
  /** per instance: searches of a participant, or of a network when signed out */
  readonly searchInTurn: SearchesInTurn
  /** of this instance alone */
  readonly spendRead: SpendRead
  /** of this instance alone */
  readonly oftenRefused: OftenRefused
  /** must be notified of every change of a key, a link or a caller's rights */
  readonly credentials: Credentials
  readonly shortLived: ShortLived
  readonly threadVersions: ThreadVersions
  readonly inboxesCounted: InboxesCounted
  readonly notedReads: NotedReads
  readonly guests: GuestStandings
  readonly humanLabels: HumanLabels
  readonly linkRequests: LinkRequests
  readonly pauses: Pauses
  readonly ask: Ask
  readonly replay: Front['replay']
  readonly waits: Waits
  readonly pool: RenderPool
  readonly accountExports: AccountExports
}

/** The job that makes the copies of everything a person owns. */
export interface AccountExports {
  /** Starts work on the queue unless it is already running. */
  nudge(): void
}
