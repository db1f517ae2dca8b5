import type { Spend } from '../../redis/rolling_windows.ts'
import { Refusal } from '../../rules/errors.ts'
import { registration } from '../../rules/limits.ts'
import { paced } from '../call/pace/pace_outside_tools.ts'
import { paceRefusal } from '../call/pace/write_pace.ts'
import type { ToolParts } from '../tool_parts.ts'

/** The networks a client's address belongs to, narrowest first. */
export interface Networks {
  /** the IPv4 address or IPv6 /64 */
  readonly network: string
  /** IPv6 /48; absent for IPv4 */
  readonly site?: string
  /** IPv4 /16 or IPv6 /32 */
  readonly region: string
}

/** Registrations and keyless first writes share these windows. One that throws is refunded; what `make` refuses is not. */
export function spendingRegistration<Made>(
  parts: Pick<ToolParts, 'windows' | 'clock' | 'config'>,
  { network, site, region }: Networks,
  make: () => Promise<Made>,
): Promise<Made> {
  const spends: Spend[] = [{ pace: registration.registrationsPerNetwork, subject: network }]
  if (site !== undefined) spends.push({ pace: registration.registrationsPer48, subject: site })
  spends.push({ pace: registration.registrationsPerRegion, subject: region })
  spends.push({ pace: registration.registrationsServerWide, subject: 'everybody' })
  return paced(parts, spends, make)
}

/**
 * Counts a call of the route. Its hour and the hour of the network's registrations do not end together: who is refused
 * hears of the later end, and is not refused again there.
 */
export async function countingRegistration(
  { windows, clock }: Pick<ToolParts, 'windows' | 'clock'>,
  { network }: Networks,
  count: () => Promise<void>,
): Promise<void> {
  try {
    await count()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { registrationsPerNetwork: pace } = registration
    const now = clock.now()
    const { used, resets_at } = await windows.standing({ pace, subject: network }, now)
    const { message, details } = paceRefusal(pace, resets_at, now)
    const isLater = Number(details['retry_after_seconds']) > Number(error.details['retry_after_seconds'])
    throw used >= pace.limit && isLater ? error.with({ message, details }) : error
  }
}
