import { presentAs } from '../../src/records/present.ts'
import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { HubColumns } from './visible.ts'

/** A row's hub, as far as its reader may know it. */
export interface HubSeen {
  readonly id: string
  readonly slug?: string
  readonly title?: Untrusted
  readonly audience: 'public' | 'private'
}

/** With `publicOn` false, every hub reads as private. */
export const hubOf = ({ hub_id, slug, hub_title, audience }: HubColumns, publicOn: boolean): HubSeen =>
  presentAs({
    id: hub_id,
    slug,
    title: hub_title === null ? undefined : untrusted(hub_title),
    audience: publicOn ? audience : 'private',
  })
