import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import type { Closing } from './closing.ts'

/** What a role is started with. */
export interface RoleParts {
  readonly config: Config
  readonly log: Log
  /** ended in the reverse of the order in which parts are added */
  readonly closing: Closing
  /** something this process cannot live without is gone */
  readonly onLoss: () => void
}
