import type { Caller } from '../rules/caller.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { CallTool } from '../tools/call.ts'

/** What the ways in are handed. Doors translate: everything that decides stands behind these. */
export interface DoorParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly call: CallTool
  /** Who a Bearer token is; throws unauthenticated with the reason. */
  readonly callerOf: (token: string) => Promise<Caller>
  /** `verify` is listed to somebody in a Checked hub only. */
  readonly inCheckedHub: (participantId: string) => Promise<boolean>
}
