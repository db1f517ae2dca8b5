import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Sql } from '../../sql/client.ts'
import type { Waits } from '../../actors/runtime/waits.ts'
import type { RenderPool } from '../../workers/pool.ts'
import type { Ask } from '../../actors/runtime/ask.ts'
import type { Redis } from 'ioredis'

/** What tools are handed: built once at start, the same for every call. */
export interface ToolParts {
  readonly config: Config
  readonly clock: Clock
  /** reads only; writes go through an actor */
  readonly sql: Sql
  readonly redis: Redis
  readonly ask: Ask
  readonly waits: Waits
  readonly pool: RenderPool
}
