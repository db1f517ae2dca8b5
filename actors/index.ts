import { dm } from './dm/index.ts'
import { hub } from './hub/index.ts'
import { pad } from './pad/index.ts'
import { participant } from './participant/index.ts'
import type { AnyActor } from './runtime/actor.ts'
import { thread } from './thread/index.ts'

/** The registry: every actor that a host can run. */
export const registry: readonly AnyActor[] = [hub, pad, thread, participant, dm]
