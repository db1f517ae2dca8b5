import type { HubState } from '../../sql/reads/hub/hub_states.ts'
import { iso } from '../../src/rules/units.ts'

export type Hub = HubState

/** Applies a change that readers see, and raises the version. */
export const advanced = (hub: Hub, changes: Partial<Hub>, now: number): Hub => ({
  ...hub,
  ...changes,
  version: hub.version + 1,
  updated_at: iso(now),
})

export const wakeOf = (hub: Hub): { version: number } => ({ version: hub.version })
