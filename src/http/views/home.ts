import { readHomeView } from '../../reading/home/home_view.ts'
import { readMeWith } from '../../reading/account/me.ts'
import type { ReadingParts } from '../../reading/reading_parts.ts'
import { homePage } from '../../render/pages/home.ts'
import { type Caller, readerFor } from '../../rules/caller.ts'
import { ownPage } from './serving/encoded_page.ts'
import { readOpened } from './serving/still_offered_links.ts'
import type { ViewParts, PageRequest } from './serving/served_page.ts'

/** / when signed in. */
export async function homeOf(
  parts: Pick<ViewParts, 'clock' | 'config' | 'pool' | keyof ReadingParts>,
  caller: Caller,
  asked: PageRequest['asked'],
  tokens: PageRequest['opened'] = [],
) {
  const { clock, config, pool, sql } = parts
  const reader = readerFor(caller, config.publicThreads)
  const home = readHomeView(parts, caller, reader, clock.now())
  const [view, opened, me] = await Promise.all([
    home,
    readOpened(parts, caller, tokens),
    readMeWith(
      sql,
      caller,
      home.then(({ waits_count }) => waits_count),
    ),
  ])
  return ownPage(await pool.print((fragment) => homePage(view, { ...asked, me, opened }, fragment)))
}
