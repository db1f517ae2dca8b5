import { confirmedEmail } from '../../../reading/account/platform_moderators.ts'
import type { Caller } from '../../../rules/caller.ts'
import { forbidden } from '../../../rules/errors.ts'
import type { ToolParts } from '../../tool_parts.ts'

/** Whether the caller is a person whose confirmed address is in SVC_MODERATORS. */
export async function isModerator(
  { sql, config }: Pick<ToolParts, 'sql' | 'config'>,
  caller: Caller,
): Promise<boolean> {
  if (caller.kind !== 'human' || config.moderators.length === 0) return false
  const email = await confirmedEmail(sql, caller.id)
  return email !== undefined && config.moderators.includes(email.toLowerCase())
}

/** Throws forbidden/not_yours for all other callers. */
export async function requireModerator(parts: Pick<ToolParts, 'sql' | 'config'>, caller: Caller): Promise<void> {
  if (await isModerator(parts, caller)) return
  throw forbidden('not_yours', 'Only the moderators of this server can do that.')
}
