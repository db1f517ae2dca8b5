import type { Clock } from '../clock.ts'
import { credentialKinds } from '../rules/credential_kinds.ts'
import { sizes } from '../rules/limits.ts'
import { browserNamed } from '../text/names/browser_named.ts'
import { firstCharacters } from '../text/characters.ts'
import { openSession } from '../../sql/outside_actors/records/session.ts'
import type { Sql } from '../../sql/client.ts'
import { newCredential } from './secrets.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
}

/** A session goes by the browser that it was opened in: so its person knows it in their settings. */
export const openedIn = (browser = ''): { readonly label?: string } =>
  browser === '' ? {} : { label: firstCharacters(browserNamed(browser), sizes.name) }

/** Starts a session and returns its secret. */
export async function newSession({ sql, clock }: Parts, participant_id: string, browser?: string): Promise<string> {
  const now = clock.now()
  const { secret, key } = newCredential('session', now)
  await openSession(sql, {
    ...key,
    participant_id,
    now,
    expires_at: now + credentialKinds.session.lifetime,
    ...openedIn(browser),
  })
  return secret
}
