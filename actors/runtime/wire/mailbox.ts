import { shardCount } from '../numbers.ts'

/** The shard of an actor: FNV-1a of its id. Changing it would send an actor's messages to two mailboxes at once. */
export function shardOf(actorId: string): number {
  let hash = 0x811c9dc5
  for (let place = 0; place < actorId.length; place++) hash = Math.imul(hash ^ actorId.charCodeAt(place), 0x01000193)
  // the low bits of FNV mix worst
  return ((hash >>> 16) ^ hash) & (shardCount - 1)
}

/** Milliseconds by Redis's clock at which a stream entry came in. */
export const arrivedAt = (streamId: string): number => Number(streamId.slice(0, streamId.indexOf('-')))

/** Negative where `a` is older than `b`. */
export function compareStreamIds(a: string, b: string): number {
  const difference = arrivedAt(a) - arrivedAt(b)
  return difference !== 0 ? difference : sequenceOf(a) - sequenceOf(b)
}

/** The smallest id after this one: what XTRIM MINID keeps from. */
export const streamIdAfter = (streamId: string): string => `${arrivedAt(streamId)}-${sequenceOf(streamId) + 1}`

const sequenceOf = (streamId: string): number => Number(streamId.slice(streamId.indexOf('-') + 1))
