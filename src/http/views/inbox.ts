import { readInboxPage } from '../../reading/home/inbox_view.ts'
import { present } from '../../records/present.ts'
import { inboxPage, inboxTabs, type InboxTab } from '../../render/pages/inbox.ts'
import { reads } from '../../rules/limits.ts'
import { type ViewParts, personalPage, type ServedPage } from './serving/served_page.ts'

export const inboxPageView = (parts: ViewParts): ServedPage =>
  personalPage('inbox', async ({ reader, caller, asked, options: { show, before } }) => {
    const tab = inboxTabs.find((one) => one === show)
    const wanted = { before, limit: reads.inbox.page, ...classesOf(tab) }
    const view = await readInboxPage(parts, caller, wanted, reader, parts.clock.now())
    return inboxPage(view, present({ ...asked, show: tab }))
  })

const classesOf = (tab: InboxTab | undefined) =>
  tab === 'seen' ? { seen: true } : tab === undefined ? {} : { classes: [tab] }
