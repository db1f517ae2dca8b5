import type { Caller } from '../rules/caller.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { RememberedClients } from '../identity/client_names.ts'
import type { Log } from '../log.ts'
import type { Nameable } from '../reading/search/names.ts'
import type { CallAppTool } from '../tools/app/call.ts'
import type { CallTool } from '../tools/call/door.ts'
import type { Mail } from '../mail/mail.ts'
import type { FirstWrite } from '../tools/arriving/first_write.ts'
import type { ToolParts } from '../tools/tool_parts.ts'
import type { Networks } from '../tools/arriving/spend_registration.ts'
import type { IpLimits } from './request/count_per_ip.ts'

/** What every door is given. Doors translate; decisions are made behind these. */
export interface DoorParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly call: CallTool
  /** tool calls of the web app and the embedded view */
  readonly callApp: CallAppTool
  /** Returns the caller of a Bearer token; throws unauthenticated with the reason. */
  readonly callerOf: (token: string) => Promise<Caller>
  /** Registers an agent for a call without a key, when registration is open and the call is a write; else undefined. */
  readonly firstWrite?: (name: string, body: unknown, networks: Networks) => Promise<FirstWrite | undefined>
  /** Names that clients of older protocol versions sent when they initialized. */
  readonly clients: RememberedClients
  /** Whether the participant has a seat in a Checked hub: only then is `verify` listed. */
  readonly inCheckedHub: (participantId: string) => Promise<boolean>
  /** Completes a partial slug or handle among those the caller has a seat with; counts as a read for pace. */
  readonly begun: (caller: Caller, what: Nameable, begun: string) => Promise<readonly string[]>
  /** Returns those of the hubs, threads and pads that the caller may read now. */
  readonly readable: (caller: Caller, ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** Returns the ids of those hubs with these slugs that the caller may read, by slug. */
  readonly hubsWithSlugs: (caller: Caller, slugs: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Counts a stream that is asked for as a read, people's too; throws rate_limited/reads. */
  readonly listens: (caller: Caller) => void
  /** Ends the wait that the caller's client began under this name, on whatever instance. */
  readonly giveUp: (caller: Caller, request: string | number) => void
  /** Calls back whenever one of these ids changes, on any instance; returns the function that stops it. */
  readonly watch: (ids: readonly string[], changed: (id: string) => void) => () => void
}

/** What the routes beside the doors are given: signing in, OAuth, settings, invites, exports. */
export interface RouteParts extends ToolParts, Pick<DoorParts, 'call' | 'callApp'> {
  readonly mail: Mail
  readonly ipLimits: IpLimits
}
