import { threadEtag } from '../etag.ts'
import type { ThreadPage } from './thread_page.ts'

/** How a thread stands, without a word of anybody: in this order in its front matter and in the data of tools. */
export const threadFields = (page: ThreadPage) => ({
  version: String(page.version),
  etag: threadEtag(page),
  updated: page.updated.toISOString(),
  status: page.status,
  answer: page.answer,
  dispute: page.dispute,
  audience: page.hub.audience,
  accepts_guests: page.accepts_guests,
})
