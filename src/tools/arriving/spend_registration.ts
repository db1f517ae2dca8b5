import type { Spend } from '../../redis/rolling_windows.ts'
import { registration } from '../../rules/limits.ts'
import { paced } from '../call/pace/pace_outside_tools.ts'
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
