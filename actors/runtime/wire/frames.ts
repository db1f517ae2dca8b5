import type { Wake } from '../actor.ts'

/** What a shard says after each commit, and every second in between. Written short: every instance reads all of them. */
export type Frame = readonly [
  shard: number,
  commits: number,
  epoch: number,
  /** milliseconds the newest committed message had waited, or the oldest one still waits */
  lag: number,
  changed: readonly (readonly [actor: string, version: number, lastSeq?: number])[],
]

export const encodeFrames = (frames: readonly Frame[]): string => JSON.stringify(frames)
export const decodeFrames = (text: string): Frame[] => JSON.parse(text) as Frame[]

export const changedOf = (wakes: ReadonlyMap<string, Wake> | undefined): Frame[4] =>
  wakes
    ? [...wakes].map(([actor, { version, last_seq }]) =>
        last_seq === undefined ? ([actor, version] as const) : ([actor, version, last_seq] as const),
      )
    : []

export const wakeOf = ([, version, lastSeq]: Frame[4][number]): Wake =>
  lastSeq === undefined ? { version } : { version, last_seq: lastSeq }
