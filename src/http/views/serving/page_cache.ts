import { LRUCache } from 'lru-cache'
import type { Stamp } from '../../../reading/stamp.ts'
import { Refusal } from '../../../rules/errors.ts'
import { seconds } from '../../../rules/units.ts'
import type { EncodedPage } from './encoded_page.ts'
import type { ViewParts } from './served_page.ts'

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

/** A page that is being loaded, shared by all requests for it. */
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
    // compressed, too, in the encodings that its readers ask for
    sizeCalculation: ({ found }) => 2 * found.body.length + 500,
  })
  const flights = openFlights()
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

  function fresh(key: string): EncodedPage | undefined {
    const entry = entries.get(key)
    return entry && isFresh(entry, clock.now()) ? entry.found : undefined
  }

  function get(view: CachedView): Promise<EncodedPage | undefined> | EncodedPage {
    const { key } = view
    const known = fresh(key)
    if (known) return known
    const flying = flights.at(key)
    const flight =
      flying?.touched === touched ? flying : flights.takeOff(key, touched, (gone) => ask(view, entries.get(key), gone))
    flight.board(view.gone())
    if (flight !== flying) return flight.landing
    return flight.landing.catch((error: unknown) => {
      if (isOfAsker(error)) return get(view)
      throw error
    })
  }

  return { fresh, get, touch: () => void (touched += 1) }
}

/** The pages that are being loaded. */
function openFlights() {
  const flights = new Map<string, Flight>()
  return {
    at: (key: string): Flight | undefined => flights.get(key),
    /** Begins to load for all who board; aborts when the last of them has gone. */
    takeOff(key: string, touched: number, load: (gone: AbortSignal) => Flight['landing']): Flight {
      const empty = new AbortController()
      let askers = 0
      function forget(): void {
        if (flights.get(key) === flight) flights.delete(key)
      }
      const leave = (): void => {
        if (--askers > 0) return
        forget()
        empty.abort()
      }
      const flight: Flight = {
        touched,
        landing: load(empty.signal).finally(forget),
        board(gone) {
          askers++
          if (gone.aborted) leave()
          else gone.addEventListener('abort', leave, { once: true })
        },
      }
      flights.set(key, flight)
      return flight
    },
  }
}

/** A rate limit that refused the first reader does not apply to the others who wait for the page: each tries again. */
const isOfAsker = (error: unknown): boolean => error instanceof Refusal && error.code === 'rate_limited'
