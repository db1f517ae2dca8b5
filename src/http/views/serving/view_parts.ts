import type { ReadingParts } from '../../../reading/reading_parts.ts'
import type { CallAppTool } from '../../../tools/app/call.ts'
import type { CallSettings } from '../../../tools/settings/call.ts'
import type { ToolParts } from '../../../tools/tool_parts.ts'
import type { IpLimits } from '../../request/count_per_ip.ts'

type OfTools =
  | keyof ReadingParts
  | 'config'
  | 'clock'
  | 'searching'
  | 'readInTurn'
  | 'searchInTurn'
  | 'pool'
  | 'behind'
  | 'windows'
  | 'notedReads'
  | 'pauses'

/** Dependencies of the pages. */
export interface ViewParts extends Pick<ToolParts, OfTools> {
  readonly ipLimits: Pick<IpLimits, 'count'>
  /** The version of an actor that changed since this instance began to listen; undefined when no change was heard. */
  readonly versionOf: (actorId: string) => number | undefined
  /** Returns the participants that hold a wait on an actor in this process. */
  readonly waitingOn: (actorId: string) => ReadonlySet<string>
  readonly credentials: Pick<ToolParts['credentials'], 'callerOf' | 'sessionOf'>
  /** the doors that the forms of pages act through */
  readonly callApp: CallAppTool
  readonly callSettings: CallSettings
}
