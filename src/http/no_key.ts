import { type Refusal, unauthenticated } from '../rules/errors.ts'
import type { DoorParts } from './door_parts.ts'

/** The refusal itself says how to get a key, which depends on whether registration is open. */
export function noKey({ config }: Pick<DoorParts, 'config'>): Refusal {
  const way = config.guestAgents
    ? `POST ${config.baseUrl}/api/v1/agents/register makes one.`
    : 'Ask your human for one, from Settings, or for an invite link.'
  return unauthenticated('no_key', `This needs a key: send Authorization: Bearer <key>. ${way}`)
}
