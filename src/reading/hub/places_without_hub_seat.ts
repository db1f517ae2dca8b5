import type { Sql } from '../../../sql/client.ts'
import { type PlaceAlone, placesAlone } from '../../../sql/reads/hub/seats/places_without_hub_seat.ts'
import type { Caller } from '../../rules/caller.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/reader.ts'

/** Threads and pads where a participant has a seat, but none in their hub. */
export const readPlacesAlone = (sql: Sql, { id }: Caller, reader: Reader): Promise<readonly PlaceAlone[]> =>
  placesAlone(sql, reader, id, reads.home.hubs)
