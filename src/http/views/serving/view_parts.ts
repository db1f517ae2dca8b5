import type { RenderPool } from '../../../../workers/pool.ts'
import type { Behind } from '../../../tools/call/behind.ts'
import type { SearchesInTurn } from '../../../tools/call/pace/in_turn.ts'
import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import type { NotedReads } from '../../../reading/noted_reads.ts'
import type { ReadingParts } from '../../../reading/reading_parts.ts'
import type { Pauses } from '../../../reading/server_pauses.ts'
import type { Windows } from '../../../redis/rolling_windows.ts'
import type { Caller } from '../../../rules/caller.ts'
import type { CallAppTool } from '../../../tools/app/call.ts'
import type { CallSettings } from '../../../tools/settings/call.ts'
import type { IpLimits } from '../../request/count_per_ip.ts'

/** Dependencies of the pages. */
export interface ViewParts extends ReadingParts {
  readonly config: Config
  readonly clock: Clock
  /** used for searches alone: few connections, with a short statement timeout */
  readonly searching: ReadingParts
  readonly searchInTurn: SearchesInTurn
  readonly pool: RenderPool
  readonly behind: Behind
  readonly windows: Windows
  readonly notedReads: NotedReads
  readonly pauses: Pauses
  readonly ipLimits: Pick<IpLimits, 'count'>
  /** The version of an actor that changed since this instance began to listen; undefined when no change was heard. */
  readonly versionOf: (actorId: string) => number | undefined
  /** Returns the participants that hold a wait on an actor in this process. */
  readonly waitingOn: (actorId: string) => ReadonlySet<string>
  /** Returns the caller of a Bearer token; throws unauthenticated with the reason. */
  readonly callerOf: (token: string) => Promise<Caller>
  /** Returns the caller of a session cookie; undefined, so signed out, for an invalid or ended one. */
  readonly sessionOf: (token: string | undefined) => Promise<Caller | undefined>
  /** the doors that the forms of pages act through */
  readonly callApp: CallAppTool
  readonly callSettings: CallSettings
}
