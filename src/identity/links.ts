import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../rules/caller.ts'
import { mint } from '../rules/ids.ts'
import { lifetimes, registration } from '../rules/limits.ts'
import { addLink } from '../../sql/claims/link.ts'
import type { Sql } from '../../sql/client.ts'
import { mintSecret } from './secrets.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
  readonly config: Pick<Config, 'baseUrl'>
}

/**
 * A link that an agent hands to its human, good for 30 days. Only its hash is kept, so every answer that shows one
 * makes it anew; the newest 20 of an agent work.
 */
export async function freshLink({ sql, clock, config }: Parts, caller: Caller): Promise<string> {
  const now = clock.now()
  const { secret, hash } = mintSecret('link')
  const agent = caller.parent_id ?? caller.id
  await addLink(sql, {
    id: mint('credential', now),
    hash,
    agent,
    now,
    expires_at: now + lifetimes.link,
    valid: registration.linksValid,
  })
  return linkUrl(config, secret)
}

/** The secret stands behind the #: it reaches no log on the way. */
export const linkUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, secret: string): string => `${baseUrl}/link#${secret}`

/** The secret of a link: the link itself as people paste it, or what stands behind its #. */
export const linkSecret = (sent: string): string => sent.trim().replace(/^[^#]*#/, '')
