import type { Wake } from '../actor.ts'

/** Published for a shard after each commit, and every second in between. Compact: every instance reads all of them. */
export type Frame = readonly [
  shard: number,
  commits: number,
  epoch: number,
  /** milliseconds that the newest committed message had waited, or that the oldest queued one has */
  lag: number,
  changed: readonly (readonly [actor: string, version: number, lastSeq?: number])[],
]

export const encodeFrames = (frames: readonly Frame[]): string => JSON.stringify(frames)
export const decodeFrames = (text: string): Frame[] => JSON.parse(text) as Frame[]

/** Stands for the version of a containing actor with something new in it: no actor's own version is 0. */
export const within = 0

export function changedOf(wakes: ReadonlyMap<string, Wake> | undefined): Frame[4] {
  if (!wakes) return []
  const own = [...wakes].map(([actor, { version, last_seq }]) =>
    last_seq === undefined ? ([actor, version] as const) : ([actor, version, last_seq] as const),
  )
  const holding = new Set([...wakes.values()].flatMap((wake) => wake.within ?? []))
  return [...own, ...[...holding].map((actor) => [actor, within] as const)]
}

export const wakeOf = ([, version, lastSeq]: Frame[4][number]): Wake =>
  lastSeq === undefined ? { version } : { version, last_seq: lastSeq }
