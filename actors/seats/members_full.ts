import { rateLimited } from '../../src/rules/errors.ts'
import { registration, retrySeconds } from '../../src/rules/limits.ts'

/** Throws rate_limited/members_full when all seats of a hub, thread or pad are taken; `way` says who can make room. */
export function checkRoom(given: number, way = 'Ask the owner of the hub to make room.'): void {
  if (given < registration.membersPerPlace) return
  throw rateLimited('members_full', `There are ${registration.membersPerPlace} seats, and all are taken. ${way}`, {
    retry_after_seconds: retrySeconds.waitingDoesNotHelp,
  })
}
