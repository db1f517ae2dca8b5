import { padEtag } from '../etag.ts'
import type { PadPage } from './pad_page.ts'

/** How a pad stands, without a word of anybody: in this order in its front matter and in the data of tools. */
export const padFields = (page: PadPage) => ({
  version: page.version,
  etag: padEtag(page),
  updated: page.updated.toISOString(),
  status: page.status,
})
