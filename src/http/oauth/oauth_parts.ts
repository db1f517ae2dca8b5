import type { ReadMetadata } from '../../identity/oauth/client_metadata.ts'
import type { RouteParts } from '../door_parts.ts'

export interface OAuthParts extends RouteParts {
  readonly clientMetadata: ReadMetadata
}
