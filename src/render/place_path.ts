import type { PlaceKind } from '../rules/closed_lists.ts'

/** The path of the page of a hub, which has its slug in it, or of a thread or pad. */
export const placePath = (kind: PlaceKind, id: string, slug = id): string =>
  kind === 'hub' ? hubPath(slug) : `/${kind === 'pad' ? 'p' : 't'}/${id}`

export const hubPath = (named: string): string => `/h/${encodeURIComponent(named)}`
