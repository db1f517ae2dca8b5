import { LRUCache } from 'lru-cache'
import type { Stamp } from '../../reading/stamp.ts'
import { Refusal } from '../../rules/errors.ts'
import { seconds } from '../../rules/units.ts'
import type { EncodedPage } from './found.ts'
import type { ViewParts } from './parts.ts'

/** How a signed-out page is rendered, and how a cached copy is validated. */
export interface CachedView {
  /** identifies the page and its options: one key, one text */
  readonly key: string
  /** resolves to undefined when the page may not be seen; absent when only rendering it again can validate it */
  readonly stamp?: () => Promise<Stamp | undefined>
  /** `gone` aborts when all who asked for the page have gone. */
  readonly load: (gone: AbortSignal) => Promise<EncodedPage | undefined>
  /** aborts when the one who asks has gone */
  readonly gone: () => AbortSignal
}

interface Entry {
  readonly found: EncodedPage
  readonly stamp: string
  readonly actors: readonly string[]
  readonly born: number
  /** state at the last validation: versions of the actors, service clock (epoch ms), count of writes */
  readonly heard: readonly (number | undefined)[]
  checked: number
  touched: number
}

/** A page that is being loaded, for everybody who asked for it meanwhile. */
interface Flight {
  readonly touched: number
  readonly landing: Promise<EncodedPage | undefined>
  /** takes one more asker on board */
  readonly board: (gone: AbortSignal) => void
}

/**
 * A page is sent again without a query for a second at most, and only while no wake named what it shows and no write
 * went through this instance: so a hub that turns private disappears at once here, and within a second elsewhere.
 */
const unaskedFor = seconds(1)
/** Limits staleness of what no stamp covers: names, and what becomes stale by the clock. */
const livesFor = seconds(5)
const bytes = 64_000_000
const unasked: Stamp = { stamp: '', actors: [] }

export interface PageCache {
  get(view: CachedView): Promise<EncodedPage | undefined> | EncodedPage
  /** The page when it may be sent without asking anything. */
  fresh(key: string): EncodedPage | undefined
  /** Called after a write through this instance: every entry is validated before it is sent again. */
  touch(): void
}

export function openPageCache({ clock, versionOf }: Pick<ViewParts, 'clock' | 'versionOf'>): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: bytes,
    sizeCalculation: ({ found }) => found.body.length + 500,
  })
  const flights = new Map<string, Flight>()
  let touched = 0

  const isFresh = (entry: Entry, now: number): boolean =>
    entry.touched === touched &&
    now - entry.checked < unaskedFor &&
    entry.actors.every((id, at) => versionOf(id) === entry.heard[at])

  /** A stamp does not cover all of a page, so after a wake that named it the page is rendered again. */
  async function ask(view: CachedView, entry: Entry | undefined, gone: AbortSignal): Promise<EncodedPage | undefined> {
    const asked = { touched, checked: clock.now() }
    const stamp = view.stamp ? await view.stamp() : unasked
    if (!stamp) {
      entries.delete(view.key)
      return undefined
    }
    const isSame = entry?.stamp === stamp.stamp && entry.actors.every((id, at) => versionOf(id) === entry.heard[at])
    if (entry && isSame && view.stamp && asked.checked - entry.born < livesFor) {
      Object.assign(entry, asked)
      return entry.found
    }
    const heard = stamp.actors.map(versionOf)
    const found = await view.load(gone)
    if (found) entries.set(view.key, { found, ...stamp, ...asked, born: asked.checked, heard })
    else entries.delete(view.key)
    return found
  }

  function take(view: CachedView, entry: Entry | undefined): Flight {
    const empty = new AbortController()
    let askers = 0
    function forget(): void {
      if (flights.get(view.key) === flight) flights.delete(view.key)
    }
    const leave = (): void => {
      if (--askers > 0) return
      forget()
      empty.abort()
    }
    const board = (gone: AbortSignal): void => {
      askers++
      if (gone.aborted) leave()
      else gone.addEventListener('abort', leave, { once: true })
    }
    const flight: Flight = { touched, landing: ask(view, entry, empty.signal).finally(forget), board }
    flights.set(view.key, flight)
    board(view.gone())
    return flight
  }

  function get(view: CachedView): Promise<EncodedPage | undefined> | EncodedPage {
    const entry = entries.get(view.key)
    if (entry && isFresh(entry, clock.now())) return entry.found
    const flight = flights.get(view.key)
    if (flight?.touched !== touched) return take(view, entry).landing
    flight.board(view.gone())
    return flight.landing.catch((error: unknown) => {
      if (isOfAsker(error)) return get(view)
      throw error
    })
  }

  return {
    fresh(key) {
      const entry = entries.get(key)
      return entry && isFresh(entry, clock.now()) ? entry.found : undefined
    },
    get,
    touch() {
      touched += 1
    },
  }
}

/** A refusal for a limit of whoever asked first says nothing about the others: each of them asks for themselves. */
const isOfAsker = (error: unknown): boolean => error instanceof Refusal && error.code === 'rate_limited'
