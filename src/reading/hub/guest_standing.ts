import { LRUCache } from 'lru-cache'
import { type GuestStanding, standingInHub, standingInThread } from '../../../sql/reads/hub/seats/guest_places.ts'
import type { Sql } from '../../../sql/client.ts'
import { present } from '../../records/present.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'

/** Where a thread would start. */
export interface StartPlace {
  readonly hub?: string | undefined
  readonly pad_id?: string | undefined
}

/**
 * Cache of members only, who post most: a member of a moment ago still counts as one. A thread never moves to another
 * hub, and guests are always looked up.
 */
interface Known {
  readonly hubs: LRUCache<string, string>
  /** by holder and hub: the service clock's time (epoch ms) when the seat was seen */
  readonly members: LRUCache<string, number>
}

/** Whether a post would be a guest's: in a public hub, without a seat or with one that the author took. */
export interface GuestStandings {
  inThread(caller: Caller, thread: string, now: number): Promise<boolean>
  /** for a thread that would start in this place */
  inHub(caller: Caller, place: StartPlace, now: number): Promise<boolean>
}

export function openGuestStandings(sql: Sql): GuestStandings {
  const known: Known = { hubs: new LRUCache({ max: 50_000 }), members: new LRUCache({ max: 50_000 }) }
  const isGuest = (holder: string, standing: GuestStanding | undefined, now: number): boolean => {
    if (!standing) return false
    if (standing.member) known.members.set(`${holder} ${standing.hub_id}`, now)
    return standing.public && !standing.member && !standing.given
  }
  return {
    async inThread(caller, thread, now) {
      const holder = holderOf(caller)
      const hub = known.hubs.get(thread)
      if (hub !== undefined && isFresh(known.members.get(`${holder} ${hub}`), now)) return false
      const standing = await standingInThread(sql, holder, thread)
      if (standing) known.hubs.set(thread, standing.hub_id)
      return isGuest(holder, standing, now)
    },
    async inHub(caller, { hub, pad_id }, now) {
      const holder = holderOf(caller)
      return isGuest(holder, await standingInHub(sql, holder, present({ hub, pad_id })), now)
    },
  }
}

const isFresh = (at: number | undefined, now: number): boolean =>
  at !== undefined && now >= at && now - at < lifetimes.revokedElsewhere
