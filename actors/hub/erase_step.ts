import { thingOf } from '../../src/rules/ids.ts'
import { registration } from '../../src/rules/limits.ts'
import { eraseHub, erasePlaces } from '../../sql/effects/hub/erase_hub.ts'
import { placesOf } from '../../sql/reads/hub/erasing.ts'
import type { ExclusiveMessage } from '../runtime/actor.ts'
import { reloadState } from '../runtime/host/batch/tell.ts'
import { eraseStep as next } from './owner_left.ts'
import type { HubItemType } from '../../src/rules/closed_lists.ts'

/**
 * Erases some threads and pads of a hub without an owner, with everything stored about them, and tells the next step;
 * the last one erases the hub. A step whose host dies was not committed and runs again.
 */
export const eraseStep: ExclusiveMessage<Record<never, never>, { readonly erased: number }> = {
  async run(sql, hub) {
    const places = await placesOf(sql, hub, registration.placesErased)
    if (places === undefined) return { reply: { erased: 0 } }
    if (places.length === 0) return { reply: { erased: 0 }, effects: eraseHub({ id: hub }) }
    const of = (thing: HubItemType) => places.filter((id) => thingOf(id) === thing)
    const [threads, pads] = [of('thread'), of('pad')]
    return {
      reply: { erased: places.length },
      effects: erasePlaces({ threads, pads }),
      tell: [...threads.map((id) => reloadState('thread', id)), ...pads.map((id) => reloadState('pad', id)), next(hub)],
    }
  },
}
