import { inTime } from '../../../in_time.ts'
import type { Log } from '../../../log.ts'
import type { Caller } from '../../../rules/caller.ts'
import { warmingUp } from '../../../rules/limits.ts'
import { pageAsked, type ViewParts } from './served_page.ts'
import type { ReadingParts } from '../../../reading/reading_parts.ts'
import { homeOf } from '../home.ts'

/** A caller without any row: every read is empty. */
const nobody: Caller = {
  id: 'nobody',
  kind: 'human',
  handle: 'nobody',
  verified: true,
  reach: true,
  connection: 'session',
  scopes: [],
  credential_id: 'nobody',
}

type Parts = Pick<ViewParts, 'clock' | 'config' | 'pool' | keyof ReadingParts> & { readonly log: Log }

/**
 * Renders Home before the first person asks for it: connections are opened, statements planned, modules loaded and
 * compiled. A database that is slow or away delays the start by a second at most.
 */
export async function warmUp(parts: Parts): Promise<void> {
  const { log } = parts
  const asked = pageAsked(parts)
  const homes = Array.from({ length: warmingUp.homes }, () => homeOf(parts, nobody, asked))
  const rendered = Promise.all(homes).catch((error: unknown) => {
    log.warn({ err: error }, 'the first pages will be slow: none could be rendered at the start')
  })
  await inTime(rendered, warmingUp.within)
}
