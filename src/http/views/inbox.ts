import { readInboxPage } from '../../reading/home/inbox_view.ts'
import { present } from '../../records/present.ts'
import { inboxPage, inboxTabs, type InboxTab } from '../../render/pages/inbox.ts'
import { reads } from '../../rules/limits.ts'
import { ownPage } from './serving/encoded_page.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { ServedPage } from './serving/page_steps.ts'

export const inboxPageView = (parts: ViewParts): ServedPage => ({
  key: 'inbox',
  takes: ['show', 'before'],
  async load({ reader, caller, asked, options: { show, before } }) {
    if (!caller) return undefined
    const tab = inboxTabs.find((one) => one === show)
    const wanted = { before, limit: reads.inbox.page, ...classesOf(tab) }
    const view = await readInboxPage(parts, caller, wanted, reader, parts.clock.now())
    return ownPage(inboxPage(view, present({ ...asked, show: tab })))
  },
})

const classesOf = (tab: InboxTab | undefined) =>
  tab === 'seen' ? { seen: true } : tab === undefined ? {} : { classes: [tab] }
