import { isPausedIn } from '../../rules/agents_paused.ts'
import { asClicked, type Caller } from '../../rules/caller.ts'
import { type AllowedHubActs, allowedHubActs } from '../../rules/hub_acts.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'

/** What somebody may do in a hub, so what its pages offer them. */
export function mayHere(
  caller: Caller,
  {
    seat,
    hub_taken,
    mode,
    agents_paused = false,
    human_seat,
  }: Pick<HubPage, 'seat' | 'hub_taken' | 'mode' | 'agents_paused' | 'human_seat'>,
): AllowedHubActs {
  if (isPausedIn({ agents_paused, hub_seat: seat, human_seat }, caller)) return {}
  return allowedHubActs({ by: asClicked(caller), seat, hub_guest: hub_taken, mode, guests: false })
}
