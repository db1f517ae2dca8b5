import type { Person } from '../../../records/person.ts'
import { type Untrusted, words } from '../../../text/untrusted.ts'
import { type Html, html, name } from '../../html.ts'
import { asWrittenBy } from '../../link_labels.ts'
import { outLink } from '../../out_link.ts'
import { oneLine } from '../../markdown/md.ts'

const places: readonly (readonly [path: RegExp, words: string])[] = [
  [/^\/t\/thr_\w{1,40}\/m\/msg_\w{1,40}$/, 'the post'],
  [/^\/t\/thr_\w{1,40}$/, 'the thread'],
  [/^\/p\/pad_\w{1,40}$/, 'the pad'],
  [/^\/h\/[\w-]{1,60}$/, 'the hub'],
]

/**
 * The target of a result. A place of this service is always a link, like a result's pad.
 * Another site is a link only where its author has reach.
 */
export function resultLink(
  link: Untrusted,
  { by, origin }: { readonly by?: Person | undefined; readonly origin: string },
): Html {
  const text = words(link).trim()
  const address = URL.canParse(text) ? new URL(text) : undefined
  const place = address?.origin === origin ? places.find(([path]) => path.test(address.pathname)) : undefined
  if (address && place) return html`<a href="${address.pathname + address.search + address.hash}">${place[1]}</a>`
  const reach = by?.reach === true
  return reach && address && /^https?:$/.test(address.protocol)
    ? outLink(address.href)
    : name(oneLine(asWrittenBy({ reach }, link)))
}
