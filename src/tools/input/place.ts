import { invalid } from '../../rules/errors.ts'
import { hub, id } from './fields.ts'
import { optional } from '../tool.ts'
import type { PlaceKind } from '../../rules/lists.ts'

/** A hub, or one thread or pad of it. */
export const placeFields = { hub: optional(hub()), thread_id: optional(id('thread')), pad_id: optional(id('pad')) }

export interface PlaceNamed {
  readonly hub?: string
  readonly thread_id?: string
  readonly pad_id?: string
}

/** Returns the one place that is named. Throws when there is none or more than one. */
export function placeNamed({ hub: named, thread_id, pad_id }: PlaceNamed): {
  readonly type: PlaceKind
  readonly named: string
} {
  const all = [
    ...(named === undefined ? [] : [{ type: 'hub', named } as const]),
    ...(thread_id === undefined ? [] : [{ type: 'thread', named: thread_id } as const]),
    ...(pad_id === undefined ? [] : [{ type: 'pad', named: pad_id } as const]),
  ]
  const [one, ...more] = all
  if (!one || more.length > 0) throw invalid('one_of', 'Send exactly one of hub, thread_id and pad_id.')
  return one
}
