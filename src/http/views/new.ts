import { newPage } from '../../render/pages/new.ts'
import type { What } from '../../records/hub/starting.ts'
import { readStarting } from '../../reading/hub/starting.ts'
import { present } from '../../records/present.ts'
import { ownPage } from './serving/encoded_page.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { ServedPage } from './serving/page_steps.ts'

/** /new, and /h/new for a hub. */
export const newView = (parts: ViewParts, only?: What): ServedPage => ({
  key: 'new',
  takes: [],
  async load({ reader, asked, caller, options }) {
    if (!caller) return undefined
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
    const text = await parts.pool.print((fragment) => newPage(from, { ...asked, ...more }, fragment))
    return ownPage(text)
  },
})
