import { html } from '../html.ts'
import { inboxLine } from '../marks/home/inbox_line.ts'
import type { InboxView } from '../../records/home/inbox_view.ts'
import { type Card, aside, cardFrame, openInBrowser } from './frame.ts'

const listed = 6

/** The newest items, each with its answer when it asks a question. */
export const inboxCard: Card<InboxView> = ({ items, more }, asked) => {
  const newest = items.toSorted((one, other) => other.seq - one.seq).slice(0, listed)
  const rest = more || items.length > newest.length
  return cardFrame(
    items.length === 0 ? 'Nothing new' : 'Inbox',
    aside('svc'),
    html`<div class="card"><ul class="list">${newest.map((item) => inboxLine(item, asked))}</ul><p class="acts">${openInBrowser('/inbox', rest ? 'All of it in the browser' : undefined)}</p></div>`,
  )
}
