import { newPage } from '../../render/pages/new.ts'
import type { What } from '../../records/hub/starting.ts'
import { readStarting } from '../../reading/hub/starting.ts'
import { present } from '../../records/present.ts'
import { type ViewParts, personalPage, type ServedPage } from './serving/served_page.ts'

/** /new, and /h/new for a hub. */
export const newView = (parts: ViewParts, only?: What): ServedPage =>
  personalPage('new', async ({ reader, asked, caller, options }) => {
    const { what = 'thread', hub, pad, thread, post, section, flag, source } = options
    const from = await readStarting(parts, caller, reader, { hub, pad, thread, post }, parts.clock.now())
    const place = hub ?? from.hub?.slug
    const more = present({
      what: only ?? what,
      query: new URLSearchParams(place === undefined ? {} : { hub: place }),
      section: section || undefined,
      flag: flag && from.pad ? flag : undefined,
      source: source || undefined,
    })
    return parts.pool.print((fragment) => newPage(from, { ...asked, ...more }, fragment))
  })
