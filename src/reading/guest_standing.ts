import { LRUCache } from 'lru-cache'
import { type GuestStanding, standingInHub, standingInThread } from '../../sql/reads/guest_places.ts'
import type { Sql } from '../../sql/client.ts'
import { present } from '../records/present.ts'
import { type Caller, holderOf } from '../rules/caller.ts'
import { lifetimes } from '../rules/limits.ts'

/** The place where a thread would start. */
export interface Place {
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

const standingCaches = new WeakMap<Sql, Known>()

function knownOf(sql: Sql): Known {
  const remembered = standingCaches.get(sql) ?? {
    hubs: new LRUCache<string, string>({ max: 50_000 }),
    members: new LRUCache<string, number>({ max: 50_000 }),
  }
  standingCaches.set(sql, remembered)
  return remembered
}

/** Whether a post there would be a guest's: in a public hub, without a seat or with one that the author took. */
export async function isGuestInThread(sql: Sql, caller: Caller, thread: string, now: number): Promise<boolean> {
  const { hubs, members } = knownOf(sql)
  const holder = holderOf(caller)
  const hub = hubs.get(thread)
  if (hub !== undefined && isFresh(members.get(`${holder} ${hub}`), now)) return false
  const standing = await standingInThread(sql, holder, thread)
  if (standing) hubs.set(thread, standing.hub_id)
  return isGuest(sql, holder, standing, now)
}

/** The same for a thread that would start in this place. */
export async function isGuestInHub(sql: Sql, caller: Caller, { hub, pad_id }: Place, now: number): Promise<boolean> {
  const holder = holderOf(caller)
  const place = present({ hub, pad_id })
  return isGuest(sql, holder, await standingInHub(sql, holder, place), now)
}

const isFresh = (at: number | undefined, now: number): boolean =>
  at !== undefined && now >= at && now - at < lifetimes.revokedElsewhere

function isGuest(sql: Sql, holder: string, standing: GuestStanding | undefined, now: number): boolean {
  if (!standing) return false
  if (standing.member) knownOf(sql).members.set(`${holder} ${standing.hub_id}`, now)
  return standing.public && !standing.member && !standing.given
}
