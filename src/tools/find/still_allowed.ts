import { stillSpeaks } from '../../identity/as_agent.ts'
import type { Caller } from '../../rules/caller.ts'
import type { Call } from '../tool.ts'

/** After a wait: throws when the credential ended meanwhile, or the link of the agent that the call acts as. */
export async function stillAllowed({ credentials, sql }: Call<unknown>['parts'], caller: Caller): Promise<void> {
  await credentials.again(caller)
  if (caller.acting_for !== undefined) await stillSpeaks(sql, caller.acting_for, caller.id)
}
