import type { Clock } from '../clock.ts'
import { credentialKinds } from '../rules/credential_kinds.ts'
import { mint } from '../rules/ids.ts'
import { sizes } from '../rules/limits.ts'
import { browserNamed } from '../text/names/browser_named.ts'
import { firstCharacters } from '../text/characters.ts'
import { openSession } from '../../sql/outside_actors/records/session.ts'
import type { Sql } from '../../sql/client.ts'
import { present } from '../records/present.ts'
import { mintSecret } from './secrets.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
}

/** Starts a session and returns its secret. */
export async function newSession({ sql, clock }: Parts, participant_id: string, browser?: string): Promise<string> {
  const now = clock.now()
  const { secret, hash } = mintSecret('session')
  await openSession(sql, {
    id: mint('credential', now),
    hash,
    participant_id,
    now,
    expires_at: now + credentialKinds.session.lifetime,
    ...present({ label: browser ? firstCharacters(browserNamed(browser), sizes.name) : undefined }),
  })
  return secret
}
