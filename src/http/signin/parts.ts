import type { ToolParts } from '../../tools/parts.ts'
import type { IpLimits } from '../ip_limits.ts'

export interface SignInParts extends Pick<ToolParts, 'config' | 'clock' | 'sql' | 'ask' | 'credentials'> {
  readonly ipLimits: IpLimits
}
