import { hub } from '../../../actors/hub/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import { thread } from '../../../actors/thread/index.ts'

/** The actors that have seats, which take the same messages about them. */
export const placeActors = { hub, thread, pad } as const
