import type { Mail } from '../../mail/mail.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import type { IpLimits } from '../request/count_per_ip.ts'

export interface SignInParts
  extends Pick<ToolParts, 'config' | 'clock' | 'log' | 'sql' | 'ask' | 'credentials' | 'shortLived' | 'windows'> {
  readonly ipLimits: IpLimits
  readonly mail: Mail
}

/** Where signing in leads when no other page was asked for. */
export const home = '/'
