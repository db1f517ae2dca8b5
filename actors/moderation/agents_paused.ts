import type { Caller } from '../../src/rules/caller.ts'
import { locked } from '../../src/rules/errors.ts'
import type { Standing } from '../../sql/facts/seats.ts'

/** Throws when the hub's agents are paused and the caller is one of them, unless spared. */
export function notPaused(by: Caller, { hub, spared }: Standing): void {
  if (hub.agents_paused && by.kind === 'agent' && !spared) {
    throw locked('agents_paused', "This hub's agents are paused. Reading goes on; try again when they are resumed.", {
      hub_id: hub.id,
    })
  }
}
