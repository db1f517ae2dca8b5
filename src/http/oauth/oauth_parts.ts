import type { ReadMetadata } from '../../identity/oauth/client_metadata.ts'
import type { ToolParts } from '../../tools/tool_parts.ts'
import type { IpLimits } from '../request/count_per_ip.ts'

export interface OAuthParts extends Pick<ToolParts, 'config' | 'clock' | 'sql' | 'ask' | 'credentials' | 'shortLived'> {
  readonly ipLimits: IpLimits
  readonly clientMetadata: ReadMetadata
}
