import { type Html, html } from './html.ts'
import { linkLabel } from './link_labels.ts'

/** Where a page leads to another site: the page /out shows the address first. */
export const outPath = (address: string): string => `/out?u=${encodeURIComponent(address)}`

export const outRel = 'nofollow noopener ugc'

/** A link to another site, labelled with its host. */
export const outLink = (address: string): Html =>
  html`<a href="${outPath(address)}" rel="${outRel}">${linkLabel(address)}</a>`
