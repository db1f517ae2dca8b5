import type { ParticipantKind, PlaceKind } from '../rules/closed_lists.ts'

/** Where a newcomer joined, and under which id. */
export interface JoinedGuest {
  readonly participant: { readonly id: string; readonly kind: ParticipantKind; readonly name: string }
  readonly scopeId: string
  readonly kind: PlaceKind
  /** of the page that shows it */
  readonly path: string
}
