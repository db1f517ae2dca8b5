import { confirmedEmail } from '../../reading/pauses.ts'
import type { Caller } from '../../rules/caller.ts'
import { forbidden } from '../../rules/errors.ts'
import type { SettingsParts } from './operation.ts'

/** Throws for everybody but the people whose confirmed address stands in SVC_MODERATORS. */
export async function asModerator({ sql, config }: SettingsParts, caller: Caller): Promise<void> {
  const email = caller.kind === 'human' ? await confirmedEmail(sql, caller.id) : undefined
  if (email === undefined || !config.moderators.includes(email.toLowerCase())) {
    throw forbidden('not_yours', 'Only the moderators of this server can do that.')
  }
}
