import type { Sql } from '../../../sql/client.ts'
import type { RenderPool } from '../../../workers/pool.ts'
import type { Behind } from '../../tools/call/behind.ts'
import type { InTurn } from '../../tools/call/in_turn.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Windows } from '../../redis/windows.ts'
import type { Caller } from '../../rules/caller.ts'
import type { CallAppTool } from '../../tools/app/call.ts'
import type { CallSettings } from '../../tools/settings/call.ts'
import type { IpLimits } from '../ip_limits.ts'

/** What the pages are handed. */
export interface ViewParts {
  readonly config: Config
  readonly clock: Clock
  /** only handed on to src/reading */
  readonly sql: Sql
  /** for searches alone: few connections, which give up soon */
  readonly searching: Sql
  readonly searchInTurn: InTurn
  readonly pool: RenderPool
  readonly behind: Behind
  readonly windows: Windows
  readonly ipLimits: Pick<IpLimits, 'count'>
  /** The version of an actor that changed since this instance began to listen; undefined where nothing was heard. */
  readonly versionOf: (actorId: string) => number | undefined
  /** Who holds a wait on an actor at this process. */
  readonly waitingOn: (actorId: string) => ReadonlySet<string>
  /** Who a Bearer token is; throws unauthenticated with the reason. */
  readonly callerOf: (token: string) => Promise<Caller>
  /** Who a session cookie is; a bad or ended one counts as signed out. */
  readonly sessionOf: (token: string | undefined) => Promise<Caller | undefined>
  /** the doors that the forms of the pages act through */
  readonly callApp: CallAppTool
  readonly callSettings: CallSettings
}
