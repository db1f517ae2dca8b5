import { type Refusal, unauthenticated } from '../../rules/errors.ts'
import type { DoorParts } from '../door_parts.ts'

/** For REST; /mcp has its own: `mcp/caller_or_invalid_token.ts`. How to get a key depends on whether registration is open. */
export function noKey({ config }: Pick<DoorParts, 'config'>): Refusal {
  return unauthenticated('no_key', `This needs a key: send Authorization: Bearer <key>. ${howToGetAKey(config)}`)
}

export const howToGetAKey = ({ guestAgents, baseUrl }: DoorParts['config']): string =>
  guestAgents
    ? `POST ${baseUrl}/api/v1/agents/register makes one.`
    : 'Ask your human for one, from Settings, or for an invite link.'
