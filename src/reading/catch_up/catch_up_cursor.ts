import { present, presentAs } from '../../records/present.ts'
import { inputs } from '../../rules/limits.ts'
import { base32, prefixes, unbase32 } from '../../rules/ids.ts'
import { isStorable } from '../../text/instant.ts'

/**
 * Exactly what a reader of catch_up has seen, on any number of hosts.
 *
 * The invariant: every change carries the transaction that made it, and a cursor names a snapshot, the set of
 * transactions that had ended when it was taken. A change is in that set or it is not, whatever its host's clock says
 * and in whatever order hosts commit; so each change is told by exactly one call, the one whose snapshot is the first
 * to contain it. A window is what lies between two snapshots. Its pages keep both and count only what lies between
 * them; changes that arrive during the paging belong to the next window. An item that changes meanwhile moves to the
 * end once, by id, so two pages may name it with the same numbers, and the paging ends however busy the place is.
 *
 * A cursor has a maximum length. When it cannot hold all transactions that were running, it keeps an earlier snapshot
 * instead: a change may be told twice, but none is left out.
 */
export interface Cursor {
  /** start of the window, to show to people: epoch milliseconds */
  readonly since: number
  /** the mark of the place it was made for; absent for all places, and in what is stored for a place */
  readonly place?: number
  /** what had been seen before the window; absent when the window began at a time */
  readonly seen?: Snapshot
  /** set between pages of a window: its end, and the last item told */
  readonly going?: { readonly until: Snapshot; readonly at: number; readonly id: string }
}

export interface Snapshot {
  /** every transaction below this one has ended */
  readonly xmin: number
  /** no transaction from this one on has ended */
  readonly xmax: number
  /** those in between that had not ended, ascending */
  readonly running: readonly number[]
}

/** Formats a snapshot as PostgreSQL writes a pg_snapshot. */
export const snapshotText = ({ xmin, xmax, running }: Snapshot): string => `${xmin}:${xmax}:${running.join(',')}`

export function snapshotOf(text: string): Snapshot {
  const [xmin = '', xmax = '', running = ''] = text.split(':')
  return { xmin: Number(xmin), xmax: Number(xmax), running: running === '' ? [] : running.split(',').map(Number) }
}

const mark = 'c'
/** Bytes that fit after the mark, in base64url. */
const room = Math.floor(((inputs.since - mark.length) * 3) / 4)

export function cursorText(cursor: Cursor): string {
  let fitting = cursor
  let bytes = packed(fitting)
  while (bytes.length > room && running(fitting) > 0) bytes = packed((fitting = shorter(fitting)))
  return mark + Buffer.from(bytes).toString('base64url')
}

/** Returns undefined for any text that cursorText does not write. */
export function cursorOf(text: string): Cursor | undefined {
  if (!text.startsWith(mark)) return undefined
  const bytes = Buffer.from(text.slice(mark.length), 'base64url')
  const cursor = unpacked(bytes)
  return cursor && cursorText(cursor) === text ? cursor : undefined
}

/** Two bytes of a hub's, thread's or pad's id: enough to notice a cursor that was mixed up with another. */
export const placeMark = (id: string): number => {
  const [high = 0, low = 0] = unbase32(id.slice(-26)).subarray(-2)
  return high * 256 + low
}

const running = ({ seen, going }: Cursor): number => (seen?.running.length ?? 0) + (going?.until.running.length ?? 0)

/** Returns the same cursor with one running transaction fewer. */
function shorter({ seen, going, ...rest }: Cursor): Cursor {
  if (going && going.until.running.length >= (seen?.running.length ?? 0)) {
    return presentAs({ ...rest, seen, going: { ...going, until: earlier(going.until) } })
  }
  return presentAs({ ...rest, seen: seen && earlier(seen), going })
}

/** Returns the snapshot that ends just before the last running transaction. */
function earlier({ xmin, running }: Snapshot): Snapshot {
  const xmax = Math.max(running.at(-1) ?? xmin, xmin)
  return { xmin, xmax, running: running.slice(0, -1) }
}

const kinds = [prefixes.thread, prefixes.pad, prefixes.task, prefixes.decision] as const
const hasSeen = 1
const goesOn = 2
const firstKind = 4
const hasPlace = firstKind * kinds.length

function packed({ since, place, seen, going }: Cursor): number[] {
  const kind = kinds.findIndex((one) => going?.id.startsWith(one))
  const bytes = [(seen ? hasSeen : 0) + (going ? goesOn + kind * firstKind : 0) + (place === undefined ? 0 : hasPlace)]
  if (place !== undefined) bytes.push(place >> 8, place & 255)
  put(bytes, since)
  if (seen) putSnapshot(bytes, seen, 0)
  if (going) {
    putSnapshot(bytes, going.until, seen?.xmin ?? 0)
    putSigned(bytes, going.at - since)
    bytes.push(...unbase32(going.id.slice(-26)))
  }
  return bytes
}

function unpacked(bytes: Uint8Array): Cursor | undefined {
  let at = 1
  const take = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) return Number.NaN
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const takeSnapshot = (above: number): Snapshot => {
    const xmin = above + take()
    const xmax = xmin + take()
    const under: number[] = []
    for (let left = take(), before = xmin; left > 0 && at < bytes.length; left--) under.push((before += take()))
    return { xmin, xmax, running: under }
  }
  const [flags = 0] = bytes
  const place = flags & hasPlace ? (bytes[at++] ?? 0) * 256 + (bytes[at++] ?? 0) : undefined
  const since = take()
  const seen = flags & hasSeen ? takeSnapshot(0) : undefined
  if (!isStorable(since) || (seen && !isSnapshot(seen))) return undefined
  if (!(flags & goesOn)) return present({ since, place, seen })
  const until = takeSnapshot(seen?.xmin ?? 0)
  const ahead = take()
  const told = since + (ahead % 2 === 0 ? ahead / 2 : -(ahead + 1) / 2)
  const kind = kinds[Math.floor(flags / firstKind) % kinds.length]
  const id = bytes.subarray(at, at + 16)
  if (!isSnapshot(until) || !isStorable(told) || kind === undefined || id.length < 16) return undefined
  return present({ since, place, seen, going: { until, at: told, id: kind + base32(id) } })
}

/** PostgreSQL accepts no other form. */
const isSnapshot = ({ xmin, xmax, running }: Snapshot): boolean =>
  Number.isSafeInteger(xmax) && xmin > 0 && running.every((one, n) => one < xmax && one > (running[n - 1] ?? xmin - 1))

function putSnapshot(bytes: number[], { xmin, xmax, running }: Snapshot, above: number): void {
  put(bytes, xmin - above)
  put(bytes, xmax - xmin)
  put(bytes, running.length)
  let before = xmin
  for (const one of running) {
    put(bytes, one - before)
    before = one
  }
}

/** Writes a varint: seven bits a byte, lowest first. */
function put(bytes: number[], value: number): void {
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  bytes.push(left)
}

function putSigned(bytes: number[], value: number): void {
  put(bytes, value < 0 ? -2 * value - 1 : 2 * value)
}
