import type { Static, TObject } from 'typebox'
import { hub, id, optional } from './fields.ts'
import { onlyOne } from './only_one.ts'
import type { PlaceKind } from '../../rules/closed_lists.ts'

/** A hub, or one thread or pad of it. */
export const placeFields = { hub: optional(hub()), thread_id: optional(id('thread')), pad_id: optional(id('pad')) }

export type PlaceNamed = Static<TObject<typeof placeFields>>

/** What kind of place each of these arguments names. */
export const kindNamedBy = { hub: 'hub', thread_id: 'thread', pad_id: 'pad' } as const satisfies Record<
  string,
  PlaceKind
>

/** Returns the one place that is named. Throws when there is none or more than one. */
export function placeNamed(sent: PlaceNamed): { readonly type: PlaceKind; readonly named: string } {
  const { is, named } = onlyOne(sent, 'hub', 'thread_id', 'pad_id')
  return { type: kindNamedBy[is], named }
}
