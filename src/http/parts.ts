import type { Caller } from '../rules/caller.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { RememberedClients } from '../identity/clients.ts'
import type { Log } from '../log.ts'
import type { Nameable } from '../reading/begun.ts'
import type { CallAppTool } from '../tools/app/call.ts'
import type { CallTool } from '../tools/call/door.ts'
import type { FirstWrite } from '../tools/arriving/first_write.ts'
import type { Networks } from '../tools/arriving/registration.ts'

/** What the ways in are handed. Doors translate: everything that decides stands behind these. */
export interface DoorParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly call: CallTool
  /** what the web app and the embedded view call */
  readonly callApp: CallAppTool
  /** Who a Bearer token is; throws unauthenticated with the reason. */
  readonly callerOf: (token: string) => Promise<Caller>
  /** Makes an identity for a call without a key, where registration is open and the call is a first write. */
  readonly firstWrite?: (name: string, body: unknown, networks: Networks) => Promise<FirstWrite | undefined>
  /** What clients of older protocol versions called themselves as they initialized. */
  readonly clients: RememberedClients
  /** `verify` is listed to somebody in a Checked hub only. */
  readonly inCheckedHub: (participantId: string) => Promise<boolean>
  /** How a slug or handle that was begun goes on, among what the caller has a seat with; a read of its pace. */
  readonly begun: (caller: Caller, what: Nameable, begun: string) => Promise<readonly string[]>
  /** Those of these hubs, threads and pads that the caller may read now. */
  readonly readable: (caller: Caller, ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Calls back whenever one of these changed, on whichever instance; gives what stops it. */
  readonly watch: (ids: readonly string[], changed: (id: string) => void) => () => void
}
