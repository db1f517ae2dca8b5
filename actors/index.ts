import { hub } from './hub/index.ts'
import { participant } from './participant/index.ts'
import type { AnyActor } from './runtime/actor.ts'

/** THE registry: every actor a host can run. */
export const registry: readonly AnyActor[] = [hub, participant]
