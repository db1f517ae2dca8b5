import { shardCount } from '../numbers.ts'

/** Returns the shard of an actor: FNV-1a of its id. A change would split an actor's messages between two mailboxes. */
export function shardOf(actorId: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < actorId.length; place++) hash = Math.imul(hash ^ actorId.charCodeAt(place), 0x01000193)
  // the low bits of FNV mix worst
  return ((hash >>> 16) ^ hash) & (shardCount - 1)
}

/** Returns when a stream entry arrived, in milliseconds by Redis's clock. */
export const arrivedAt = (streamId: string): number => Number(streamId.slice(0, streamId.indexOf('-')))

/** Negative when `a` is older than `b`. */
export function compareStreamIds(a: string, b: string): number {
  const difference = arrivedAt(a) - arrivedAt(b)
  return difference !== 0 ? difference : sequenceOf(a) - sequenceOf(b)
}

/** Returns the smallest id after this one, as XTRIM MINID needs it. */
export const streamIdAfter = (streamId: string): string => `${arrivedAt(streamId)}-${sequenceOf(streamId) + 1}`

const sequenceOf = (streamId: string): number => Number(streamId.slice(streamId.indexOf('-') + 1))
