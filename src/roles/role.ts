import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Closing } from './closing.ts'

/** Arguments of a role. */
export interface RoleParts {
  readonly config: Config
  readonly log: Log
  /** closed in the reverse of the order in which parts are added */
  readonly closing: Closing
  /** called when something that this process depends on is lost */
  readonly onLoss: () => void
}
