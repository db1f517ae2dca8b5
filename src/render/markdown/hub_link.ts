import type { HubSeen } from '../../records/refs.ts'
import { type Markdown, md, ref, safe } from './md.ts'

/** Replaces the name of a hub that the reader may not open. */
export const privateHub = safe('a private hub')

/** The hub of a thing, named only when the reader may open it. */
export const hubLink = ({ slug, title }: HubSeen, origin: string): Markdown =>
  slug === undefined || title === undefined ? md`in ${privateHub}` : md`hub [${title}](${ref(`${origin}/h/${slug}`)})`

export const hubSlug = ({ slug }: HubSeen): Markdown | false => slug !== undefined && md`hub ${ref(slug)}`
