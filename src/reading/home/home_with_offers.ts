import type { OpenTask } from '../../records/home/task_views.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { type PlaceAlone, placesAlone } from '../../../sql/reads/hub/seats/places_without_hub_seat.ts'
import { reads } from '../../rules/limits.ts'
import { countingUnread, overOneConnection, type ReadingParts } from '../reading_parts.ts'
import { openTasks } from '../../../sql/reads/home/open_tasks.ts'
import { type Home, readHome } from './own_home.ts'

export interface HomeWithOffers {
  readonly home: Home
  /** tasks that anyone in the caller's hubs may take */
  readonly free: readonly OpenTask[]
  /** threads and pads in whose hub the caller has no seat */
  readonly places: readonly PlaceAlone[]
}

/** A sub-agent takes tasks only with the right to. */
const takesTasks = ({ limited_to }: Caller): boolean => limited_to === undefined || limited_to.rights.includes('task')

/** Returns a participant's Home as show_svc tells it: with what they could take on, and where they sit besides. */
export const readHomeWithOffers = countingUnread(
  overOneConnection(async ({ sql }: ReadingParts, caller: Caller, reader: Reader): Promise<HomeWithOffers> => {
    const [home, free, places] = await Promise.all([
      readHome(sql, caller, reader),
      takesTasks(caller) ? openTasks(sql, reader) : [],
      placesAlone(sql, reader, caller.id, reads.home.hubs),
    ])
    return { home, free, places }
  }),
  ({ id }) => id,
)
