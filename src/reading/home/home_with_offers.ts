import type { Caller } from '../../rules/caller.ts'
import type { Reader } from '../../rules/reader.ts'
import { readPlacesAlone } from '../hub/places_without_hub_seat.ts'
import { countingUnread, overOneConnection, type ReadingParts } from '../reading_parts.ts'
import { readOpenTasks } from './open_tasks.ts'
import { readHome } from './own_home.ts'

export interface HomeWithOffers {
  readonly home: Awaited<ReturnType<typeof readHome>>
  /** tasks that anyone in the caller's hubs may take */
  readonly free: Awaited<ReturnType<typeof readOpenTasks>>
  /** threads and pads in whose hub the caller has no seat */
  readonly places: Awaited<ReturnType<typeof readPlacesAlone>>
}

/** Returns a participant's Home as show_svc tells it: with what they could take on, and where they sit besides. */
export const readHomeWithOffers = countingUnread(
  overOneConnection(async ({ sql }: ReadingParts, caller: Caller, reader: Reader): Promise<HomeWithOffers> => {
    const [home, free, places] = await Promise.all([
      readHome(sql, caller, reader),
      readOpenTasks(sql, reader),
      readPlacesAlone(sql, caller, reader),
    ])
    return { home, free, places }
  }),
  ({ id }) => id,
)
