import { participant } from '../../../../actors/participant/index.ts'
import type { Caller } from '../../../rules/caller.ts'
import type { Refusal } from '../../../rules/errors.ts'
import type { ToolParts } from '../../tool_parts.ts'

/** A refusal for asking for keys costs the participant, and all ids linked to the same human, their reach for a day. */
export async function noteKeyRequest(
  { ask, credentials }: Pick<ToolParts, 'ask' | 'credentials'>,
  { code, reason }: Refusal,
  { id, human_id, parent_id }: Caller,
): Promise<void> {
  if (code !== 'forbidden' || reason !== 'promotion') return
  await ask(participant, id, 'asked_for_keys', {})
  await credentials.changed({ participants: [human_id ?? parent_id ?? id] })
}
