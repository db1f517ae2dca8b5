import { readHomeView } from '../../reading/home/home_view.ts'
import { readInboxPage } from '../../reading/home/inbox_view.ts'
import { readMeWith } from '../../reading/account/me.ts'
import type { ReadingParts } from '../../reading/reading_parts.ts'
import { readOwnTasks } from '../../reading/home/own_tasks.ts'
import { present } from '../../records/present.ts'
import { homePage } from '../../render/pages/home.ts'
import { inboxPage, inboxTabs, type InboxTab } from '../../render/pages/inbox.ts'
import { tasksPage, taskTabs } from '../../render/pages/tasks.ts'
import type { Caller } from '../../rules/caller.ts'
import { reads } from '../../rules/limits.ts'
import { encodedPage } from './serving/encoded_page.ts'
import { readOpened } from './still_offered_links.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { PageRequest, View } from './serving/view.ts'
import { readerFor } from '../../rules/reader.ts'

/** Pages of a signed-in caller: rendered for them alone, never cached. */

const own = { type: 'text/html', indexable: false, etag: 'none' } as const

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
  return encodedPage({
    ...own,
    text: await pool.print((fragment) => homePage(view, { ...asked, me, opened }, fragment)),
  })
}

export const inboxPageView = (parts: ViewParts): View => ({
  key: 'inbox',
  takes: ['show', 'before'],
  signedInOnly: true,
  async load({ reader, caller, asked, options: { show, before } }) {
    if (!caller) return undefined
    const tab = inboxTabs.find((one) => one === show)
    const wanted = { before, limit: reads.inbox.page, ...classesOf(tab) }
    const view = await readInboxPage(parts, caller, wanted, reader, parts.clock.now())
    return encodedPage({ ...own, text: inboxPage(view, present({ ...asked, show: tab })) })
  },
})

export const tasksPageView = (parts: ViewParts): View => ({
  key: 'tasks',
  takes: ['show'],
  signedInOnly: true,
  async load({ reader, caller, asked, options: { show } }) {
    if (!caller) return undefined
    const tab = taskTabs.find((one) => one === show)
    const view = await readOwnTasks(parts, caller, reader, parts.clock.now(), {
      everybody: tab === 'everybody',
      longDone: tab === 'done',
    })
    const page = present({ ...asked, show: tab })
    return encodedPage({ ...own, text: await parts.pool.print((fragment) => tasksPage(view, page, fragment)) })
  },
})

const classesOf = (tab: InboxTab | undefined) =>
  tab === 'seen' ? { seen: true } : tab === undefined ? {} : { classes: [tab] }
