import type { HubSeen } from '../../../src/records/hub/hub_seen.ts'
import { presentAs } from '../../../src/records/present.ts'
import type { HubColumns } from '../may_read/readable_rows.ts'

/** With `publicOn` false, every hub reads as private. */
export const hubOf = ({ hub_id, slug, hub_title, audience }: HubColumns, publicOn: boolean): HubSeen =>
  presentAs({
    id: hub_id,
    slug,
    title: hub_title,
    audience: publicOn ? audience : 'private',
  })
