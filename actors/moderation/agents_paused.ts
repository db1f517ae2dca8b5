import { isPausedIn } from '../../src/rules/agents_paused.ts'
import type { Caller } from '../../src/rules/caller.ts'
import { locked } from '../../src/rules/errors.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'

/** Throws when a pause of the hub's agents binds the caller. */
export function checkNotPaused(by: Caller, { hub, hub_seat, human_seat }: Standing): void {
  if (isPausedIn({ agents_paused: hub.agents_paused, hub_seat, human_seat }, by)) {
    // a seat in a thread or pad alone, or a sub-agent's limits, open no private hub
    const opensHub = hub_seat !== undefined && by.limited_to === undefined
    throw locked(
      'agents_paused',
      `This hub's agents are paused. Reading goes on; ${opensHub ? 'open_hub with hub says whether they are resumed' : 'try again later'}.`,
      { hub_id: hub.id },
    )
  }
}
